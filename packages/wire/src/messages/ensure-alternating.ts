import type { Message } from '@lamella/core'
import { type MergeOptions, mergePlaced } from './merge-consecutive.ts'
import { type NoteRepair, type PlacedMessages, placeOf } from './placed-messages.ts'

/** What the user is made to say where a conversation begins with the assistant. */
export const missingUserText = '[The conversation begins here.]'

/** The same in the middle of a conversation, where the assistant speaks again. */
export const missingReplyText = '[No message of the user was recorded.]'

/** What the user is made to say behind an answer that the model does not go on with by itself. */
export const goOnText = '[Please continue.]'

/** What the assistant is made to say where the user speaks again without an answer. */
export const missingAssistantText = '[No answer was recorded.]'

/**
 * Sees to it that the user speaks first and that user and assistant take turns: messages of one role that follow each
 * other are joined, and where a turn is missing a marked message stands in its place. The results of tools count as the
 * user's side. System messages are left where they are and do not count.
 *
 * @example
 * ensureAlternating([{ role: 'assistant', content: 'How can I help?' }])
 * // [{ role: 'user', content: '[The conversation begins here.]' }, { role: 'assistant', content: 'How can I help?' }]
 */
export function ensureAlternating(messages: readonly Message[], options: MergeOptions = {}): Message[] {
  return [...alternatePlaced({ messages, places: undefined }, options, () => {}).messages]
}

/** The same for messages that keep their places; each change is noted. */
export function alternatePlaced(placed: PlacedMessages, options: MergeOptions, note: NoteRepair): PlacedMessages {
  const merged = mergePlaced(placed, options, note)
  const messages: Message[] = []
  const places: number[] = []
  let before: Message['role'] | undefined // Nobody has spoken yet: the user is next.
  for (const [at, message] of merged.messages.entries()) {
    const place = placeOf(merged, at)
    const missing = message.role === 'system' ? undefined : missingBetween(before, message.role)
    if (missing !== undefined) {
      messages.push(missing)
      places.push(place)
      note('alternation', place, `A marked message of the ${missing.role} stands before it, so that roles alternate.`)
    }
    messages.push(message)
    places.push(place)
    if (message.role !== 'system') before = message.role
  }
  return messages.length === merged.messages.length ? merged : { messages, places }
}

/** The message that must stand between two roles. Results directly behind their calls need none. */
function missingBetween(before: Message['role'] | undefined, after: Message['role']): Message | undefined {
  if (after === 'assistant') {
    if (before === undefined) return { role: 'user', content: missingUserText }
    return before === 'assistant' ? { role: 'user', content: missingReplyText } : undefined
  }
  if (after !== 'user' || before === undefined || before === 'assistant') return undefined
  return { role: 'assistant', content: missingAssistantText }
}
