import { setTimeout as wait } from 'node:timers/promises'
import { isLamellaError } from '@lamella/core'
import { sqliteError } from '../errors.ts'
import type { Access } from './access.ts'
import { failure } from './failure.ts'
import type { Partials } from './maintenance/partials.ts'

/**
 * Ways to remove the bytes of deleted data.
 *
 * - `rewrite`: rewrites the file (VACUUM), so that no bytes are left; the cost depends on the size of the file.
 * - `overwrite`: overwrites deleted data with zeros (secure_delete). The cost depends on the deleted data. But when
 *   SQLite splits a page, it moves rows to another one without overwriting their old place, so a copy of a row can stay
 *   in the unused part of a page until that part is reused.
 */
export type Erasure = 'rewrite' | 'overwrite'

/** Removes the bytes of deleted data. */
export interface Purge {
  /** Records a deletion. Call it in the deleting transaction. */
  mark(): void
  /**
   * Removes the bytes of all recorded deletions, of this process or another; does nothing without any.
   *
   * @throws LamellaError `ERASE_INCOMPLETE`
   */
  run(): Promise<void>
  /** Runs work that deletes in a transaction, then removes the bytes of all recorded deletions. @throws LamellaError `ERASE_INCOMPLETE` */
  deleting<Result>(work: () => Result): Promise<Result>
  /**
   * Removes the bytes of data that was overwritten from the log, as the last step of a change. The change itself is
   * done.
   *
   * @throws LamellaError `ERASE_INCOMPLETE`
   */
  log(): Promise<void>
  /** Whether there are recorded deletions. Call it in a transaction. */
  isPending(): boolean
}

export function createPurge(access: Access, erasure: Erasure, partials: Partials): Purge {
  const { db, patience } = access
  // Two numbers that only grow, so that processes that delete and purge concurrently cannot undo each other's records.
  const mark = db.prepare('UPDATE deletions SET marked = marked + 1')
  const read = db.prepare('SELECT marked, purged FROM deletions')
  const done = db.prepare('UPDATE deletions SET purged = max(purged, ?)')
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  const state = (): Deletions => read.get() as Deletions

  /** An unfinished backup of a process that has ended may also contain it. */
  const emptyLog = async (): Promise<void> => {
    const start = performance.now()
    for (;;) {
      const { busy } = await access.alone(() => checkpoint.get() as { readonly busy: number })
      if (busy === 0) return
      const waited = Math.round(performance.now() - start)
      if (waited >= patience) throw incomplete(waited, 'READER')
      await wait(10)
    }
  }
  const remove = async (marked: number): Promise<void> => {
    if (erasure === 'rewrite') await access.alone(() => db.exec('VACUUM'))
    await emptyLog()
    // The unfinished backup of a process that ended also has it.
    await partials.sweep()
    await access.write(() => done.run(marked))
  }
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    const start = performance.now()
    try {
      await work()
    } catch (error) {
      if (isLamellaError(error, 'ERASE_INCOMPLETE')) throw error
      // The disk is full, or the database is busy or closed: the deletion itself is done, and must not seem to have
      // failed.
      const { code } = failure(error, 0, db)
      throw incomplete(Math.round(performance.now() - start), code, error)
    }
  }
  const purge = (): Promise<void> =>
    attempt(async () => {
      const { marked, purged } = await access.read(state)
      if (purged < marked) await remove(marked)
    })
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  const run = (): Promise<void> => {
    // Deletions that arrive during a rewrite share the next one.
    next ??= last.then(() => {
      next = undefined
      return purge()
    })
    last = next.catch(() => {})
    return next
  }
  return {
    run,
    deleting: async (work) => {
      const result = await access.write(work)
      await run()
      return result
    },
    mark: () => mark.run(),
    log: () =>
      attempt(emptyLog).catch(async (error: unknown) => {
        // So that a check reports it, and the next deletion removes it.
        await access.write(() => mark.run()).catch(() => {})
        throw error
      }),
    isPending: () => {
      const { marked, purged } = state()
      return purged < marked
    },
  }
}

interface Deletions {
  readonly marked: number
  readonly purged: number
}

function incomplete(waited: number, stoppedBy: string, cause?: unknown): Error {
  const why =
    stoppedBy === 'READER'
      ? `another connection was reading an older state for ${waited} ms`
      : `${stoppedBy}, see the cause`
  return sqliteError(
    'ERASE_INCOMPLETE',
    `The change is done, but bytes of deleted data may still be in the database's files: ${why}.`,
    'Remove the cause, and repeat the call, or delete anything, to finish it.',
    { waited, stoppedBy },
    cause,
  )
}
