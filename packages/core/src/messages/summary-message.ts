import type { Message } from '../contract/message.ts'
import type { NewCompaction } from '../contract/session-store.ts'
import type { PlacedMessage } from '../contract/sources.ts'
import { isObject } from '../options.ts'

/**
 * A summary as the message that a session shows in place of those it stands for: a user message, since what is kept of a
 * conversation begins with one, that says what it is, and is marked `providerOptions.lamella.summary`, so that nobody takes it
 * for a person's.
 *
 * @example
 * summaryMessage({ start: 0, end: 40, text: 'Ada likes tea.' }).content
 * // '[Summary of messages 1 to 40 of this conversation]\nAda likes tea.'
 */
export function summaryMessage({ start, end, text }: NewCompaction): Message {
  const content = `[Summary of messages ${start + 1} to ${end} of this conversation]\n${text}`
  return { role: 'user', content, providerOptions: { lamella: { summary: { start, end } } } }
}

/**
 * Positions in the session that a summary stands for, `end` behind the last one; `undefined` for a message that is not marked as
 * a summary, or not with a range.
 */
export function summaryRange(message: Message): { readonly start: number; readonly end: number } | undefined {
  const mark: unknown = message.providerOptions?.['lamella']?.['summary']
  if (message.role !== 'user' || !isObject(mark)) return undefined
  const { start, end } = mark
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= (start as number)
  return isRange && (start as number) < (end as number) ? { start: start as number, end: end as number } : undefined
}

/** The summaries among messages of a session, the first of which stands at position 0. */
export function summariesAmong(messages: readonly Message[]): readonly PlacedMessage[] {
  const found: PlacedMessage[] = []
  for (let position = 0; position < messages.length; position++) {
    const message = messages[position] as Message
    // Most messages have no options at all, and a long conversation has many messages.
    if (message?.providerOptions && summaryRange(message)) found.push({ position, message })
  }
  return found
}
