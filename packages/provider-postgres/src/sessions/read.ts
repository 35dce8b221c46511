import { type RawSessions, sessionDamaged } from '@lamella/store'
import { sessionKey } from './heads.ts'
import type { SessionParts } from './session-parts.ts'

/** Reads messages by position. */
export function createRead({ messages }: SessionParts): RawSessions['read'] {
  return async (owner, session, lowest, before) => {
    const all = Number.POSITIVE_INFINITY
    const found = await messages(sessionKey(owner, session), { lowest, before, messages: all, size: all })
    const [lost] = found?.damaged ?? []
    if (lost !== undefined) {
      const problem = `has a message at ${lost} that is no longer the JSON of a message`
      throw sessionDamaged(session, problem, 'Restore a backup, or read the other messages with page().')
    }
    return found?.messages ?? []
  }
}
