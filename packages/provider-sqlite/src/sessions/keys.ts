import { valueInvalid } from '@lamella/store'

/** The maximum number of messages in a session, and the factor of the session's number in the key of a message. */
const room = 100_000_000

/** The maximum number of sessions of a database: beyond this, keys are not safe integers in JavaScript. */
const most = Math.floor(Number.MAX_SAFE_INTEGER / room) - 1

/** Returns the key of a message. Keys of one session are adjacent, in the order of positions. */
export function keyOf(session: number, position: number): number {
  return session * room + position
}

/** Returns the session and the position of a key. */
export function placeOf(key: number): { readonly session: number; readonly position: number } {
  const session = Math.floor(key / room)
  return { session, position: key - session * room }
}

/** Returns the range of all possible keys of a session: first included, last excluded. */
export function keysOf(session: number): { readonly first: number; readonly end: number } {
  return { first: keyOf(session, 0), end: keyOf(session + 1, 0) }
}

/** @throws LamellaError `STORE_VALUE_INVALID` for a session that would be longer than its keys reach */
export function mustHaveRoom(session: number, length: number): void {
  if (length > room) throw valueInvalid('messages', `are more than the ${room} that the session has room for`)
  if (session > most) throw valueInvalid('session', `is one more than the limit of ${most} for a database`)
}
