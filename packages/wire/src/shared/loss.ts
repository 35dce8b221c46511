import { isWellFormed, toWellFormed } from './well-formed.ts'

/**
 * What kind of thing a request does not carry.
 *
 * - `reasoning`: a reasoning part is left out.
 * - `media`: an image, file or recording is left out; in user messages and tool results a marker stands in its place.
 * - `part`: a part or a tool output of an unknown type.
 * - `empty-message`: a message without content is left out.
 * - `error-flag`: a failed tool result is sent as ordinary text.
 * - `refusal`: a refusal beside other text is sent as text.
 * - `provider-executed`: a call that the provider ran is sent as an ordinary call, or left out if it has no result.
 * - `provider-options`: provider options that the format has no field for.
 * - `call-id`: a tool call id is empty, too long or doubled, and is replaced.
 * - `value`: a value that JSON changes, such as NaN, which becomes null.
 * - `surrogate`: half of a surrogate pair, which becomes U+FFFD.
 * - `tool-choice`: a tool choice without tools.
 */
export type LossCode =
  | 'reasoning'
  | 'media'
  | 'part'
  | 'empty-message'
  | 'error-flag'
  | 'refusal'
  | 'provider-executed'
  | 'provider-options'
  | 'call-id'
  | 'value'
  | 'surrogate'
  | 'tool-choice'

/** One thing of a context that its request does not carry, or not as it was. */
export interface Loss {
  readonly code: LossCode
  /** Where it stands in the context, such as `messages[3].content[0]`. */
  readonly path: string
  readonly message: string
}

/**
 * What an encoder has lost so far, and where in the context it stands. The place is a cursor that the encoder moves, and
 * becomes text only when there is something to report: a path for each part of each message would cost more than the
 * encoding itself.
 */
export interface Ledger {
  readonly losses: Loss[]
  list: 'system' | 'messages' | 'tools'
  index: number
  /** The part of the message; -1 for the message as a whole. */
  part: number
}

/** The place as text, such as `messages[3].content[0]`. */
export function pathOf({ list, index, part }: Ledger): string {
  return part < 0 ? `${list}[${index}]` : `${list}[${index}].content[${part}]`
}

/** Notes a loss at the place where the encoder stands. */
export function lose(ledger: Ledger, code: LossCode, message: string): void {
  ledger.losses.push({ code, path: pathOf(ledger), message })
}

/** The text without lone surrogates, noted if there were any. */
export function cleanText(ledger: Ledger, text: string): string {
  if (isWellFormed(text)) return text
  lose(ledger, 'surrogate', 'Half of a surrogate pair was replaced with U+FFFD.')
  return toWellFormed(text)
}
