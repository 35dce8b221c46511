import type { SessionRuns } from '@lamella/store'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Returns the state of a session's run. */
export function createReadRun({ database, heads, runs }: SessionParts): SessionRuns['read'] {
  return async (scope, session) => {
    const key = sessionKey(scope, session)
    return database.read(key.owner.tenant, async (statements) => {
      const head = await heads.find(statements, key)
      return head && runs.find(statements, head)
    })
  }
}
