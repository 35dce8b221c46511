import type { Loss, LossCode, RepairCode, WireRepair } from './loss.ts'

/** A position in the context. */
export interface Place {
  readonly list: 'system' | 'messages' | 'tools' | 'parameters'
  readonly index: number
  /** The part of the message; -1 for the whole message. */
  readonly part: number
}

/** The losses and repairs of one encoding, in the order in which they are written. */
export interface Book {
  readonly losses: Loss[]
  readonly repairs: WireRepair[]
  /** Whether to send fields that no wire format knows. */
  readonly sendsUnknown: boolean
}

/**
 * A position in the context, with the book that records losses and repairs, and the shared state of the encoder run. A
 * ledger's position never changes: `at` returns another ledger. The position becomes text only when there is an entry,
 * because a path for each part of each message would cost more than the encoding itself.
 */
export interface Ledger<Run = unknown, Base = unknown> extends Place {
  readonly book: Book
  /** State provided by the driver. */
  readonly base: Base
  /** State provided by the format. */
  readonly run: Run
}

export function createBook(unknownFields: 'drop' | 'send' = 'drop'): Book {
  return { losses: [], repairs: [], sendsUnknown: unknownFields === 'send' }
}

export function createLedger<Run, Base>(book: Book, base: Base, run: Run): Ledger<Run, Base> {
  return { book, base, run, list: 'parameters', index: 0, part: -1 }
}

/** Returns the ledger at another position; without a part, at the whole message. */
export function at<Run, Base>(
  { book, base, run }: Ledger<Run, Base>,
  list: Place['list'],
  index: number,
  part: number = -1,
): Ledger<Run, Base> {
  return { book, base, run, list, index, part }
}

/** Returns the ledger at a part of its message. */
export function atPart<Run, Base>(
  { book, base, run, list, index }: Ledger<Run, Base>,
  part: number,
): Ledger<Run, Base> {
  return { book, base, run, list, index, part }
}

export function pathOf({ list, index, part }: Place): string {
  if (list === 'parameters') return list
  return part < 0 ? `${list}[${index}]` : `${list}[${index}].content[${part}]`
}

/** Records a loss at the position of the ledger. */
export function lose(ledger: Ledger, code: LossCode, what: string): void {
  ledger.book.losses.push({ code, path: pathOf(ledger), what })
}

/** Records a repair at the position of the ledger. */
export function mend(ledger: Ledger, code: RepairCode, what: string): void {
  ledger.book.repairs.push({ code, path: pathOf(ledger), what })
}

export function mendName(ledger: Ledger, code: RepairCode, subject: string, from: string, to: string): void {
  const what = `The ${subject} ${JSON.stringify(from.slice(0, 80))} is sent as ${JSON.stringify(to)}.`
  ledger.book.repairs.push({ code, path: pathOf(ledger), what, renamed: { from, to } })
}

/** Returns the text without lone surrogates, and records a repair if there were any. */
export function cleanText(ledger: Ledger, text: string): string {
  if (text.isWellFormed()) return text
  mend(ledger, 'surrogate', 'A lone surrogate was replaced with U+FFFD.')
  return text.toWellFormed()
}

/** Returns the well-formed text of a part; records a repair if it is '', which the caller leaves out. */
export function partText(ledger: Ledger, text: string): string {
  if (text === '') mend(ledger, 'empty-text', 'An empty text is left out.')
  return cleanText(ledger, text)
}

/** Joins well-formed texts, with a separator that is made well-formed. */
export function joinTexts(ledger: Ledger, texts: readonly string[], separator: string): string {
  return texts.length > 1 ? texts.join(cleanText(ledger, separator)) : (texts[0] ?? '')
}

/** Returns a text that replaces omitted content, so that the model knows about the omission. */
export function leftOut(ledger: Ledger, what: string, why: string): string {
  lose(ledger, 'media', `The ${what} is left out: ${why}.`)
  return `[${what} left out: ${why}]`
}
