import { checkRunChange, nextRunVersion, type SessionStore } from '@lamella/core/store'
import { emptyHead } from './heads.ts'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Replaces the state of a session's run. Creates an empty session if it does not exist. */
export function createWriteRun({ database, heads, runs }: SessionParts): Required<SessionStore>['writeRun'] {
  return async (scope, session, run, expectedVersion) => {
    const key = sessionKey(scope, session)
    const change = checkRunChange(run, expectedVersion)
    return database.write(key.owner.tenant, async (statements) => {
      const head = await heads.holdOrMake(statements, key, { ...emptyHead, revision: 1 })
      const version = nextRunVersion(key.name, change, (await runs.find(statements, head))?.version ?? 0)
      await runs.put(statements, head, { version, text: change.text })
      return version
    })
  }
}
