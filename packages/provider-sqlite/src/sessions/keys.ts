import { invalid } from '../errors.ts'

/** Messages that a session can have, and what the number of a session counts in the key of a message. */
const room = 100_000_000

/** Sessions that a database can have: beyond it keys would not be whole numbers that JavaScript can tell apart. */
const most = Math.floor(Number.MAX_SAFE_INTEGER / room) - 1

/** The key of a message. Keys of one session stand together, in the order of positions. */
export function keyOf(session: number, position: number): number {
  return session * room + position
}

/** The session and the position that a key is made of. */
export function placeOf(key: number): { readonly session: number; readonly position: number } {
  const session = Math.floor(key / room)
  return { session, position: key - session * room }
}

/** Keys of all messages that a session can have: first included, last excluded. */
export function keysOf(session: number): { readonly first: number; readonly behind: number } {
  return { first: keyOf(session, 0), behind: keyOf(session + 1, 0) }
}

/** @throws LamellaError `STORE_VALUE_INVALID` for a session that would be longer than its keys reach */
export function mustHaveRoom(session: number, length: number): void {
  if (length > room) throw invalid('messages', `are more than the ${room} that a session can have`)
  if (session > most) throw invalid('session', `is one more than the ${most} that a database can have`)
}
