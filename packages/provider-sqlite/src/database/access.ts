import { setTimeout as wait } from 'node:timers/promises'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { failure, isBusy } from './failure.ts'

/** The only access to the database. Work is a synchronous function that may be run again. */
export interface Access {
  readonly db: SqliteDatabase
  /** Runs read-only work on one consistent state. */
  read<Result>(work: () => Result): Promise<Result>
  /** Runs work in a transaction that takes the write lock at its start: all or nothing. */
  write<Result>(work: () => Result): Promise<Result>
  /** Runs work outside of a transaction, such as VACUUM. */
  alone<Result>(work: () => Result): Promise<Result>
  /** The maximum time in milliseconds that a call waits for locks. */
  readonly patience: number
}

/** Checks that run whenever the database is used. */
export interface AccessChecks {
  /** At each call. */
  readonly call: () => void
  /** In each transaction, so that it holds until the transaction ends. */
  readonly transaction: () => void
}

/** The longest pause between two attempts, in milliseconds. */
const longestPause = 20

/**
 * SQLite waits for a lock by putting the thread to sleep, which blocks everything else in the process. So
 * `busy_timeout` (connect.ts) makes it give up almost immediately, and the waiting happens here. Calls of one process
 * run in FIFO order.
 */
export function createAccess(db: SqliteDatabase, patience: number, checks?: AccessChecks): Access {
  const [begin, beginWriting, commit] = [
    db.prepare('BEGIN'),
    // Locks now, not at the first written row: by then, earlier reads could be out of date.
    db.prepare('BEGIN IMMEDIATE'),
    db.prepare('COMMIT'),
  ]
  let waiting: Promise<void> | undefined

  const within = <Result>(start: typeof begin, work: () => Result): Result => {
    start.run()
    try {
      checks?.transaction()
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
      checks?.call()
      return work()
    } catch (error) {
      if (!isBusy(error)) throw failure(error, 0, db)
    }
    let done = (): void => {}
    waiting = new Promise((resolve) => {
      done = resolve
    })
    try {
      return await insist(work, patience, db)
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

/**
 * Retries until the locks are gone or the timeout is over. Pauses are random, so that several processes do not retry in
 * step.
 */
async function insist<Result>(work: () => Result, patience: number, db: SqliteDatabase): Promise<Result> {
  const start = performance.now()
  for (let tries = 1; ; tries++) {
    await wait(1 + Math.random() * Math.min(2 * tries, longestPause))
    try {
      return work()
    } catch (error) {
      const waited = performance.now() - start
      if (!isBusy(error) || waited >= patience) throw failure(error, Math.round(waited), db)
    }
  }
}

function rollBack(db: SqliteDatabase): void {
  try {
    db.exec('ROLLBACK')
  } catch {
    // After errors such as a full disk, SQLite has already rolled back; report the first error.
  }
}
