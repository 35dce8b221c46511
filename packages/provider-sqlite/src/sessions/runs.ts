import { nextRunVersion, type RawSessions, type RunChange } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import { mustHaveRoom } from './keys.ts'
import type { SessionParts } from './session-parts.ts'

type Runs = Required<NonNullable<RawSessions['runs']>>

/**
 * Replaces the state of a session's run, or adds to it; on request also its bytes in the log. Creates an empty session if it does
 * not exist.
 */
export function createWriteRun({ access, purge, owners, heads, runs }: SessionParts): Runs['write'] {
  const { db, write } = access
  const make = db.prepare('INSERT INTO sessions (owner, sort, name, changed_revision) VALUES (?, ?, ?, 1) RETURNING id')
  /** The version after a change. A damaged state counts as none, but its version is not used again. */
  const versionAfter = (name: string, session: number, change: RunChange): number => {
    const kept = runs.versionOf(session)
    const actual = kept === change.expectedVersion ? kept : runs.find(session)?.version
    return Math.max(nextRunVersion(name, change, actual ?? 0), (kept ?? 0) + 1)
  }
  return async (owner, name, change) => {
    const sort = sortKey(name)
    const { version, isReplaced } = await write(() => {
      const head = heads.stand(owner, sort)
      const version = head ? versionAfter(name, head.id, change) : nextRunVersion(name, change, 0)
      const id = head?.id ?? (make.get(owners.make(owner), sort, name) as { readonly id: number }).id
      mustHaveRoom(id, 0)
      const row = { version, text: change.text }
      if (!change.adds || head === undefined) return { version, isReplaced: runs.put(id, row) }
      runs.add(id, row)
      return { version, isReplaced: false }
    })
    if (isReplaced && change.purge) await purge.log()
    return version
  }
}

/** Returns the state of a session's run. */
export function createReadRun({ access, heads, runs }: SessionParts): Runs['read'] {
  return (owner, session) =>
    access.read(() => {
      const head = heads.stand(owner, sortKey(session))
      return head && runs.find(head.id)
    })
}

/** Returns which state of a session's run is kept. The number of a deleted session is never used again. */
export function createRunVersion({ access, runs }: SessionParts): Runs['version'] {
  return (owner, session) => access.read(() => runs.version(owner, sortKey(session)))
}
