import type { SessionCompactions } from '@lamella/store'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Lists the compactions of a session, oldest first. */
export function createCompactions({ database, heads, compactions }: SessionParts): SessionCompactions['list'] {
  return async (scope, session) => {
    const key = sessionKey(scope, session)
    return database.read(key.owner.tenant, async (statements) => {
      const head = await heads.find(statements, key)
      return head ? (await compactions.read(statements, head)).list : []
    })
  }
}
