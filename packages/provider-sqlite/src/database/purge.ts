import { setTimeout as wait } from 'node:timers/promises'
import { isLamellaError } from '@lamella/core'
import { sqliteError } from '../errors.ts'
import type { Access } from './access.ts'
import type { Partials } from './maintenance/partials.ts'

/**
 * How the bytes of what was deleted are removed.
 *
 * - `rewrite`: the file is written anew (VACUUM). Nothing of it can be left; the cost follows the size of the file.
 * - `overwrite`: what is deleted is overwritten with zeros (secure_delete). The cost follows what is deleted. But when SQLite
 *   splits a page it moves rows to another one and does not overwrite where they stood, so a copy of a row can stay behind
 *   in the unused part of a page until something is written there.
 */
export type Erasure = 'rewrite' | 'overwrite'

/** Removes the bytes of what was deleted. */
export interface Purge {
  /** Notes that something is deleted. To be called in its transaction. */
  mark(): void
  /**
   * Removes the bytes of all that was marked, by this process or another; nothing to do if nothing is.
   *
   * @throws LamellaError `ERASE_INCOMPLETE`
   */
  run(): Promise<void>
  /** Whether there are marks. To be called in a transaction. */
  isPending(): boolean
}

export function createPurge(access: Access, erasure: Erasure, partials: Partials): Purge {
  const { db, patience } = access
  // Two numbers that only grow, so that processes that delete and purge at the same time cannot undo each other's marks.
  const mark = db.prepare('UPDATE deletions SET marked = marked + 1')
  const read = db.prepare('SELECT marked, purged FROM deletions')
  const done = db.prepare('UPDATE deletions SET purged = max(purged, ?)')
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  const state = (): Deletions => read.get() as Deletions

  /** What was deleted stands in the write-ahead log until that is empty, and it can only be emptied when nobody reads it. */
  const emptyLog = async (): Promise<void> => {
    const start = performance.now()
    for (;;) {
      const { busy } = await access.alone(() => checkpoint.get() as { readonly busy: number })
      if (busy === 0) return
      const waited = Math.round(performance.now() - start)
      if (waited >= patience) throw incomplete(waited, `A reader held an older state for ${waited} ms.`)
      await wait(10)
    }
  }
  const remove = async (marked: number): Promise<void> => {
    if (erasure === 'rewrite') await access.alone(() => db.exec('VACUUM'))
    await emptyLog()
    // Half a backup of a process that ended has it, too.
    await partials.sweep()
    await access.write(() => done.run(marked))
  }
  const purge = async (): Promise<void> => {
    const start = performance.now()
    try {
      const { marked, purged } = await access.read(state)
      if (purged < marked) await remove(marked)
    } catch (error) {
      if (isLamellaError(error, 'ERASE_INCOMPLETE')) throw error
      // A full disk, a database that is busy or has been closed: the deletion itself is done, and must not seem to have failed.
      const why = reasonOf(error)
      throw incomplete(Math.round(performance.now() - start), why, error)
    }
  }
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return {
    mark: () => mark.run(),
    isPending: () => {
      const { marked, purged } = state()
      return purged < marked
    },
    run: () => {
      // Deletions that come while the file is written anew share the next time.
      next ??= last.then(() => {
        next = undefined
        return purge()
      })
      last = next.catch(() => {})
      return next
    },
  }
}

/** Why a purge failed, as a whole sentence. */
function reasonOf(error: unknown): string {
  if (isLamellaError(error)) return error.summary
  return `${error instanceof Error ? error.message : String(error)}.`
}

interface Deletions {
  readonly marked: number
  readonly purged: number
}

function incomplete(waited: number, why: string, cause?: unknown): Error {
  return sqliteError(
    'ERASE_INCOMPLETE',
    `The deletion is done, but the deleted bytes may still be in the database's files. ${why}`,
    'Remove the cause, and delete again: that finishes the erasure.',
    { waited },
    cause,
  )
}
