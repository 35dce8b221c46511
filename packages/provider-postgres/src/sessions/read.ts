import { checkRange, type SessionStore, sessionDamaged } from '@lamella/store'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Reads messages by position. */
export function createRead({ messages }: SessionParts): SessionStore['read'] {
  return async (scope, session, start, end) => {
    const key = sessionKey(scope, session)
    const { start: lowest, end: before } = checkRange(start, end, Number.MAX_SAFE_INTEGER)
    const all = Number.POSITIVE_INFINITY
    const found = await messages(key, { lowest, before, messages: all, size: all })
    const [lost] = found?.damaged ?? []
    if (lost !== undefined) {
      const problem = `has a message at ${lost} that is no longer the JSON of a message`
      throw sessionDamaged(session, problem, 'Restore a backup, or read the other messages with page().')
    }
    return found?.messages ?? []
  }
}
