import type { LayerRequest, Message } from '@lamella/core'
import type { PlacedMessage } from '@lamella/core/plugin'
import { messagesOf, readMessages, type Tail } from './read-tail.ts'

/** The most messages at the start of a session that are looked at. */
export const mostLeading = 4

/** The share of what the history gets at most that they may take. */
const share = 0.25

/**
 * Returns the system messages with which a session begins: where the conversation was kept in a provider's form, they are its
 * system prompt, so they are pinned. Those that are larger than a quarter of the history are messages like any other.
 */
export async function leadingInstructions(
  tail: Tail,
  { session, run, limit, count, signal }: LayerRequest,
): Promise<readonly PlacedMessage[]> {
  if (tail.summaries.some(({ position }) => position === 0)) return []
  const known = messagesOf(tail)
  const isRead = run?.kept !== undefined || known[0]?.position === 0
  const end = Math.min(mostLeading, session.length)
  const first = isRead
    ? known.slice(0, mostLeading)
    : (await readMessages(session, 0, end, { signal })).map((message, position) => ({ message, position }))
  return leadingIn(first, (message) => count([message]), limit)
}

/** Returns the system messages with which messages from the start of a session begin. */
export function leadingIn(
  first: readonly PlacedMessage[],
  count: (message: Message) => number,
  limit: number,
): readonly PlacedMessage[] {
  const others = first.findIndex(({ message, position }, index) => message.role !== 'system' || position !== index)
  const leading = others < 0 ? first : first.slice(0, others)
  const tokens = leading.reduce((sum, { message }) => sum + count(message), 0)
  return tokens <= share * limit ? leading : []
}

/** Adds pins to those that a tail has. */
export function withLeading(
  leading: readonly PlacedMessage[],
  pins: readonly PlacedMessage[] = [],
): readonly PlacedMessage[] {
  return [...leading, ...pins.filter(({ position }) => position >= leading.length)]
}
