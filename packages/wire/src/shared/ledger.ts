import type { Loss, LossCode } from './loss.ts'
import type { RepairCode, WireRepair } from './repair.ts'
import { isWellFormed, toWellFormed } from './well-formed.ts'

/** A place in the context. */
export interface Place {
  readonly list: 'system' | 'messages' | 'tools' | 'parameters'
  readonly index: number
  /** The part of the message; -1 for the message as a whole. */
  readonly part: number
}

/** The rows of one encoding, in the order in which they are written. */
export interface Book {
  readonly losses: Loss[]
  readonly repairs: WireRepair[]
  /** Whether fields are sent that no wire format knows. */
  readonly sendsUnknown: boolean
}

/**
 * A place in the context, with the book that rows about it go into and what the run of the encoder shares. A ledger never
 * moves: `at` returns another one. The place becomes text only when there is a row, since a path for each part of each
 * message would cost more than the encoding itself.
 */
export interface Ledger<Run = unknown, Base = unknown> extends Place {
  readonly book: Book
  /** What the driver shares. */
  readonly base: Base
  /** What the format shares. */
  readonly run: Run
}

/** An empty book. */
export function createBook(unknownFields: 'drop' | 'send' = 'drop'): Book {
  return { losses: [], repairs: [], sendsUnknown: unknownFields === 'send' }
}

/** A ledger at the parameters of the context. */
export function createLedger<Run, Base>(book: Book, base: Base, run: Run): Ledger<Run, Base> {
  return { book, base, run, list: 'parameters', index: 0, part: -1 }
}

/** The ledger at another place; without a part, at the message as a whole. */
export function at<Run, Base>(
  { book, base, run }: Ledger<Run, Base>,
  list: Place['list'],
  index: number,
  part: number = -1,
): Ledger<Run, Base> {
  return { book, base, run, list, index, part }
}

/** The ledger at a part of its message. */
export function atPart<Run, Base>(
  { book, base, run, list, index }: Ledger<Run, Base>,
  part: number,
): Ledger<Run, Base> {
  return { book, base, run, list, index, part }
}

/** The place as text, such as `messages[3].content[0]`. */
export function pathOf({ list, index, part }: Place): string {
  if (list === 'parameters') return list
  return part < 0 ? `${list}[${index}]` : `${list}[${index}].content[${part}]`
}

/** Notes a loss at the place of the ledger. */
export function lose(ledger: Ledger, code: LossCode, message: string): void {
  ledger.book.losses.push({ code, path: pathOf(ledger), what: message })
}

/** Notes a repair at the place of the ledger. */
export function mend(ledger: Ledger, code: RepairCode, message: string): void {
  ledger.book.repairs.push({ code, path: pathOf(ledger), what: message })
}

/** Notes that an id or a name is sent as another one. */
export function mendName(ledger: Ledger, code: RepairCode, subject: string, from: string, to: string): void {
  const what = `The ${subject} ${JSON.stringify(from.slice(0, 80))} is sent as ${JSON.stringify(to)}.`
  ledger.book.repairs.push({ code, path: pathOf(ledger), what, renamed: { from, to } })
}

/** The text without lone surrogates, noted if there were any. */
export function cleanText(ledger: Ledger, text: string): string {
  if (isWellFormed(text)) return text
  mend(ledger, 'surrogate', 'Half of a surrogate pair was replaced with U+FFFD.')
  return toWellFormed(text)
}

/** A text of a part as it may be sent: well formed, and noted where it is '', which the caller leaves out. */
export function partText(ledger: Ledger, text: string): string {
  if (text === '') mend(ledger, 'empty-text', 'A text without anything in it is left out.')
  return cleanText(ledger, text)
}

/** Texts that are well formed as one, with a separator that becomes so. */
export function joinTexts(ledger: Ledger, texts: readonly string[], separator: string): string {
  return texts.length > 1 ? texts.join(cleanText(ledger, separator)) : (texts[0] ?? '')
}
