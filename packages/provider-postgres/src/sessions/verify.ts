import type { SessionAdmin } from '@lamella/store'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'
import { createVerifySession } from './verify-session.ts'

/** Reports the damage of a session. */
export function createVerify(parts: SessionParts): SessionAdmin['verify'] {
  const { database, heads } = parts
  const verify = createVerifySession(parts)
  return async (scope, session) => {
    const key = sessionKey(scope, session)
    return database.read(key.owner.tenant, async (statements) => {
      const head = await heads.find(statements, key)
      return head ? verify(statements, head) : []
    })
  }
}
