import { nextRunVersion, type RawSessions } from '@lamella/store'
import { emptyHead, sessionKey } from './heads.ts'
import type { SessionParts } from './session-parts.ts'

type Runs = Required<NonNullable<RawSessions['runs']>>

/** Replaces the state of a session's run, or adds to it. Creates an empty session if it does not exist. */
export function createWriteRun({ database, heads, runs }: SessionParts): Runs['write'] {
  return (owner, session, change) =>
    database.write(owner.tenant, async (statements) => {
      const head = await heads.holdOrMake(statements, sessionKey(owner, session), { ...emptyHead, revision: 1 })
      // A damaged state counts as none, but its version is not used again.
      const kept = await runs.versionOf(statements, head)
      const actual = kept === change.expectedVersion ? kept : (await runs.find(statements, head))?.version
      const version = Math.max(nextRunVersion(session, change, actual ?? 0), (kept ?? 0) + 1)
      const write = change.adds ? runs.add : runs.put
      await write(statements, head, { version, text: change.text })
      return version
    })
}

/** Returns the state of a session's run. */
export function createReadRun({ database, heads, runs }: SessionParts): Runs['read'] {
  return (owner, session) =>
    database.read(owner.tenant, async (statements) => {
      const head = await heads.find(statements, sessionKey(owner, session))
      return head && runs.find(statements, head)
    })
}

/** Returns which state of a session's run is kept. The number of a deleted session is never used again. */
export function createRunVersion({ database, heads, runs }: SessionParts): Runs['version'] {
  return (owner, session) =>
    database.read(owner.tenant, async (statements) => {
      const head = await heads.find(statements, sessionKey(owner, session))
      if (head === undefined) return undefined
      const version = await runs.versionOf(statements, head)
      return version === undefined ? undefined : { version, series: String(head.id) }
    })
}
