import { setTimeout as wait } from 'node:timers/promises'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { failure, isBusy } from './failure.ts'

/** How everything here reaches the database. Work is a plain function that waits for nothing, and may be run again. */
export interface Access {
  readonly db: SqliteDatabase
  /** Runs work that only reads; all that it sees is of one moment. */
  read<Result>(work: () => Result): Promise<Result>
  /** Runs work in a transaction that has the write lock from its beginning: all of it is done, or nothing. */
  write<Result>(work: () => Result): Promise<Result>
  /** Runs work outside of a transaction, such as VACUUM. */
  alone<Result>(work: () => Result): Promise<Result>
  /** How long a call waits for locks, in milliseconds. */
  readonly patience: number
}

/** What must hold whenever the database is used. */
export interface Looks {
  /** At each call. */
  readonly call: () => void
  /** In each transaction, so that it holds until that ends. */
  readonly transaction: () => void
}

/** Longest pause between two tries, in milliseconds. */
const longestPause = 20

/**
 * SQLite waits for a lock by putting the thread to sleep, which stops everything else in the process. So it is told to give
 * up almost at once (`busy_timeout` in connect.ts), and the waiting is done here. Calls of one process keep their order: one
 * that waits lets none past.
 */
export function createAccess(db: SqliteDatabase, patience: number, looks?: Looks): Access {
  const [begin, beginWriting, commit] = [
    db.prepare('BEGIN'),
    // At once, and not when the first row is written: what was read before could be out of date by then.
    db.prepare('BEGIN IMMEDIATE'),
    db.prepare('COMMIT'),
  ]
  let waiting: Promise<void> | undefined

  const within = <Result>(start: typeof begin, work: () => Result): Result => {
    start.run()
    try {
      looks?.transaction()
      const result = work()
      commit.run()
      return result
    } catch (error) {
      rollBack(db)
      throw error
    }
  }
  const attempt = async <Result>(work: () => Result): Promise<Result> => {
    while (waiting !== undefined) await waiting
    try {
      looks?.call()
      return work()
    } catch (error) {
      if (!isBusy(error)) throw failure(error, 0)
    }
    let done = (): void => {}
    waiting = new Promise((resolve) => {
      done = resolve
    })
    try {
      return await insist(work, patience)
    } finally {
      waiting = undefined
      done()
    }
  }
  return {
    db,
    patience,
    read: (work) => attempt(() => within(begin, work)),
    write: (work) => attempt(() => within(beginWriting, work)),
    alone: attempt,
  }
}

/** Tries until the locks are gone, or patience is. Pauses are of chance, so that several processes do not march in step. */
async function insist<Result>(work: () => Result, patience: number): Promise<Result> {
  const start = performance.now()
  for (let tries = 1; ; tries++) {
    await wait(1 + Math.random() * Math.min(2 * tries, longestPause))
    try {
      return work()
    } catch (error) {
      const waited = performance.now() - start
      if (!isBusy(error) || waited >= patience) throw failure(error, Math.round(waited))
    }
  }
}

function rollBack(db: SqliteDatabase): void {
  try {
    db.exec('ROLLBACK')
  } catch {
    // After a full disk and the like SQLite has rolled back by itself; what went wrong first is told.
  }
}
