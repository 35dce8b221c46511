import type { NativeSummary, NewCompaction } from '../contract/compaction.ts'
import type { JsonValue, Message } from '../contract/message.ts'
import type { PlacedMessage, Session } from '../contract/sources.ts'
import { isObject } from '../options.ts'
import { escapeReservedTags } from '../text/escape.ts'

/**
 * Creates the message that a session shows instead of the messages a summary replaces: a user message, since a kept
 * conversation begins with one. Its text says that it is a summary, and it is marked with
 * `providerOptions.lamella.summary`, so that it is not mistaken for a user's message. The mark also contains the native
 * summary, which the encoder of its format writes instead of the text.
 *
 * @example
 * summaryMessage({ start: 0, end: 40, text: 'Ada likes tea.' }).content
 * // '[Summary of messages 1 to 40 of this conversation]\nAda likes tea.'
 */
export function summaryMessage({ start, end, text, native }: NewCompaction): Message {
  const content = `[Summary of messages ${start + 1} to ${end} of this conversation]\n${escapeReservedTags(text)}`
  const summary = native === undefined ? { start, end } : { start, end, native: { ...native } satisfies JsonValue }
  return { role: 'user', content, providerOptions: { lamella: { summary } } }
}

/**
 * Returns the native summary of a message; `undefined` if it has none. Only messages that a store shows in place of
 * those that a compaction covers have one: stores reject others with such a mark.
 */
export function nativeSummaryOf(message: Message): NativeSummary | undefined {
  if (summaryRange(message) === undefined) return undefined
  const mark = message.providerOptions?.['lamella']?.['summary']
  const native: unknown = isObject(mark) ? mark['native'] : undefined
  if (!isObject(native) || typeof native['format'] !== 'string' || native['content'] === undefined) return undefined
  return native as unknown as NativeSummary
}

/**
 * Returns the positions in the session that a summary replaces, `end` exclusive; `undefined` for a message that is not
 * marked as a summary with a range.
 */
export function summaryRange(message: Message): { readonly start: number; readonly end: number } | undefined {
  const mark: unknown = message.providerOptions?.['lamella']?.['summary']
  if (message.role !== 'user' || !isObject(mark)) return undefined
  const { start, end } = mark
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= (start as number)
  return isRange && (start as number) < (end as number) ? { start: start as number, end: end as number } : undefined
}

/** Returns the summaries among messages of a session, the first of which has position 0. */
export function summariesAmong(messages: readonly Message[]): readonly PlacedMessage[] {
  const found: PlacedMessage[] = []
  for (let position = 0; position < messages.length; position++) {
    const message = messages[position] as Message
    // Most messages have no options, and a long conversation has many messages.
    if (message?.providerOptions && summaryRange(message)) found.push({ position, message })
  }
  return found
}

/** Returns how positions as shown become positions in the store: they are the same unless summaries replace messages there. */
export function storePlaces({ original, summaries = [] }: Session): (shown: number) => number {
  if (original === undefined) return (shown) => shown
  const moves = summaries.map(({ position, message }) => {
    const { start, end } = summaryRange(message) ?? { start: 0, end: 1 }
    return { position, by: end - start - 1 }
  })
  return (shown) => moves.reduce((sum, { position, by }) => (position < shown ? sum + by : sum), shown)
}
