import type { SessionStore } from '@lamella/store'
import { infoOf } from './heads.ts'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Reads the information about a session. */
export function createInfo({ database, heads }: SessionParts): SessionStore['info'] {
  return async (scope, session) => {
    const key = sessionKey(scope, session)
    const head = await database.read(key.owner.tenant, (statements) => heads.find(statements, key))
    return head && infoOf(head)
  }
}
