import type { SessionRuns } from '@lamella/store'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Returns which state of a session's run is kept. The number of a deleted session is never used again. */
export function createRunVersion({ database, heads, runs }: SessionParts): Required<SessionRuns>['version'] {
  return async (scope, session) => {
    const key = sessionKey(scope, session)
    return database.read(key.owner.tenant, async (statements) => {
      const head = await heads.find(statements, key)
      if (head === undefined) return undefined
      const version = await runs.versionOf(statements, head)
      return version === undefined ? undefined : { version, series: String(head.id) }
    })
  }
}
