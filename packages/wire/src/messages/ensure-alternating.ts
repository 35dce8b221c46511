import type { Message } from '@lamella/core'
import { nativeSummaryOf } from '@lamella/core/plugin'
import { checkMerge, type MergeOptions, mergePlaced } from './merge-consecutive.ts'
import { type NoteRepair, type PlacedMessages, placeOf } from './placed-messages.ts'

/** The user message that is added if a conversation begins with the assistant. */
export const missingUserText = '[The conversation begins here.]'

/** The user message that is added in the middle of a conversation, if the assistant speaks twice. */
export const missingReplyText = '[No message of the user was recorded.]'

/** The user message that is added after an answer that the model does not continue. */
export const continueText = '[Please continue.]'

/** The assistant message that is added if the user speaks again without an answer. */
export const missingAssistantText = '[No answer was recorded.]'

/**
 * Makes the user speak first and the user and assistant take turns: consecutive messages of the same role are merged,
 * and a marked message replaces each missing turn. Tool results count as the user's. System messages, and
 * summaries in a provider's own form, stay in place and do not count.
 *
 * @example
 * ensureAlternating([{ role: 'assistant', content: 'How can I help?' }])
 * // [{ role: 'user', content: '[The conversation begins here.]' }, { role: 'assistant', content: 'How can I help?' }]
 */
export function ensureAlternating(messages: readonly Message[], options: MergeOptions = {}): Message[] {
  checkMerge('ensureAlternating', messages, options)
  return [...alternatePlaced({ messages, places: undefined }, options, () => {}).messages]
}

/** Does the same for messages with known positions; each change is reported. */
export function alternatePlaced(placed: PlacedMessages, options: MergeOptions, note: NoteRepair): PlacedMessages {
  const merged = mergePlaced(placed, options, note)
  const messages: Message[] = []
  const places: number[] = []
  let before: Message['role'] | undefined // The conversation is still empty: the user is next.
  for (const [at, message] of merged.messages.entries()) {
    const place = placeOf(merged, at)
    const counts = message.role !== 'system' && nativeSummaryOf(message) === undefined
    const missing = counts ? missingBetween(before, message.role) : undefined
    if (missing !== undefined) {
      messages.push(missing)
      places.push(place)
      note('alternation', place, `A marked ${missing.role} message is added before it, so that roles alternate.`)
    }
    messages.push(message)
    places.push(place)
    if (counts) before = message.role
  }
  return messages.length === merged.messages.length ? merged : { messages, places }
}

/** Returns the message that is missing between two roles. Results directly after their calls need none. */
function missingBetween(before: Message['role'] | undefined, after: Message['role']): Message | undefined {
  if (after === 'assistant') {
    if (before === undefined) return { role: 'user', content: missingUserText }
    return before === 'assistant' ? { role: 'user', content: missingReplyText } : undefined
  }
  if (after !== 'user' || before === undefined || before === 'assistant') return undefined
  return { role: 'assistant', content: missingAssistantText }
}
