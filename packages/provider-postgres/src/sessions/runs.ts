import { checkRunChange, nextRunVersion, type SessionRuns } from '@lamella/store'
import { emptyHead } from './heads.ts'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Replaces the state of a session's run, or adds to it. Creates an empty session if it does not exist. */
export function createWriteRun({ database, heads, runs }: SessionParts): SessionRuns['write'] {
  return async (scope, session, run, expectedVersion, options) => {
    const key = sessionKey(scope, session)
    const change = checkRunChange(run, expectedVersion, options)
    return database.write(key.owner.tenant, async (statements) => {
      const head = await heads.holdOrMake(statements, key, { ...emptyHead, revision: 1 })
      // A damaged state counts as none, but its version is not used again.
      const kept = await runs.versionOf(statements, head)
      const actual = kept === change.expectedVersion ? kept : (await runs.find(statements, head))?.version
      const version = Math.max(nextRunVersion(key.name, change, actual ?? 0), (kept ?? 0) + 1)
      const write = change.adds ? runs.add : runs.put
      await write(statements, head, { version, text: change.text })
      return version
    })
  }
}

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
