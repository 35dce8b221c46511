import { isObject, type Message, type NewCompaction } from '@lamella/core'

/**
 * A summary as a message, the same that a session of a store shows when the summary is kept with `compact`: a user message
 * that says that it is a summary and of which messages, and is marked so that nobody takes it for a person's.
 */
export function summaryMessage({ start, end, text }: NewCompaction): Message {
  const content = `[Summary of messages ${start + 1} to ${end} of this conversation]\n${text}`
  return { role: 'user', content, providerOptions: { lamella: { summary: { start, end } } } }
}

/** Positions that a marked summary stands for; `undefined` for any other message. */
export function summaryRange(message: Message): { readonly start: number; readonly end: number } | undefined {
  const mark: unknown = message.providerOptions?.['lamella']?.['summary']
  if (message.role !== 'user' || !isObject(mark)) return undefined
  const { start, end } = mark
  const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && 0 <= (start as number)
  return isRange && (start as number) < (end as number) ? { start: start as number, end: end as number } : undefined
}
