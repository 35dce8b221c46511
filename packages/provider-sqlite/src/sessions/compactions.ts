import type { SessionCompactions } from '@lamella/store'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Lists the compactions of a session, oldest first. */
export function createCompactions(parts: SessionParts): SessionCompactions['list'] {
  const { access, heads, compactions } = parts
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session)
    return access.read(() => {
      const head = heads.stand(owner, sort)
      return head ? compactions.list(head.id) : []
    })
  }
}
