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
