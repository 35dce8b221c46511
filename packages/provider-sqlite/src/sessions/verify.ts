import type { SessionAdmin } from '@lamella/store'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'
import { createVerifySession } from './verify-session.ts'

/** Reports the damage of a session. */
export function createVerify({ access, heads, compactions, runs }: SessionParts): SessionAdmin['verify'] {
  const verify = createVerifySession(access.db, compactions, runs)
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session)
    return access.read(() => {
      const head = heads.find(owner, sort)
      return head ? verify(head) : []
    })
  }
}
