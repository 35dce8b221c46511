import type { Loss, LossCode } from './loss.ts'
import type { RepairCode, WireRepair } from './repair.ts'
import { isWellFormed, toWellFormed } from './well-formed.ts'

/**
 * What an encoder has lost and put right so far, and where in the context it stands. The place is a cursor that the
 * encoder moves, and becomes text only when there is something to report: a path for each part of each message would cost
 * more than the encoding itself.
 */
export interface Ledger {
  readonly losses: Loss[]
  readonly repairs: WireRepair[]
  list: 'system' | 'messages' | 'tools' | 'parameters'
  index: number
  /** The part of the message; -1 for the message as a whole. */
  part: number
  /** Whether fields are sent that no wire format knows. */
  readonly sendsUnknown: boolean
}

/** A new ledger, at the start of the context. */
export function createLedger(unknownFields: 'drop' | 'send' = 'drop'): Ledger {
  const sendsUnknown = unknownFields === 'send'
  return { losses: [], repairs: [], list: 'system', index: 0, part: -1, sendsUnknown }
}

/** The place as text, such as `messages[3].content[0]`. */
export function pathOf({ list, index, part }: Ledger): string {
  if (list === 'parameters') return list
  return part < 0 ? `${list}[${index}]` : `${list}[${index}].content[${part}]`
}

/** Notes a loss at the place where the encoder stands. */
export function lose(ledger: Ledger, code: LossCode, message: string): void {
  ledger.losses.push({ code, path: pathOf(ledger), message })
}

/** Notes at the place where the encoder stands that something was put right. */
export function mend(ledger: Ledger, code: RepairCode, message: string): void {
  ledger.repairs.push({ code, path: pathOf(ledger), message })
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
