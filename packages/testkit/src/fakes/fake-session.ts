import type { Message, Session } from '@lamella/core'

/**
 * Creates a session in memory. A number creates a conversation of that many messages: user and assistant in turn, each
 * with its position in its text.
 *
 * @example
 * const session = fakeSession([{ role: 'user', content: 'Hello' }])
 * await session.read(0, session.length, { signal }) // [{ role: 'user', content: 'Hello' }]
 */
export function fakeSession(messages: readonly Message[] | number): Session {
  const list = typeof messages === 'number' ? Array.from({ length: messages }, (_, i) => turn(i)) : messages
  return { length: list.length, read: (start, end) => list.slice(start, end) }
}

function turn(position: number): Message {
  return position % 2 === 0
    ? { role: 'user', content: `Question ${position} about the launch?` }
    : { role: 'assistant', content: `Answer ${position}: nothing has changed.` }
}
