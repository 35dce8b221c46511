import { isLamellaError, type LamellaError } from '@lamella/core'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { sqliteError } from '../errors.ts'

/** SQLite's result codes by number, as `node:sqlite` reports them: https://sqlite.org/rescode.html */
const names: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
}

/** Returns SQLite's name of an error, such as `SQLITE_BUSY_SNAPSHOT`; '' if it is not from SQLite. */
function sqliteCode(error: unknown): string {
  const { code, errcode } = (error ?? {}) as { readonly code?: unknown; readonly errcode?: unknown }
  if (typeof code === 'string' && code.startsWith('SQLITE_')) return code
  return typeof errcode === 'number' ? (names[errcode & 0xff] ?? `SQLITE_${errcode}`) : ''
}

/** Returns whether the same call may succeed a little later. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error))
}

/** Returns whether an error comes from the use of a closed database. better-sqlite3 gives this error no code. */
function isClosed(error: unknown, db: SqliteDatabase | undefined): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return db?.open === false || db?.isOpen === false || code === 'ERR_INVALID_STATE'
}

/**
 * Converts an error of SQLite to one of this package: Lamella's errors pass unchanged, everything else gets a code and
 * becomes the cause.
 *
 * @param waited Milliseconds spent waiting for locks.
 * @param db The database, if it was opened.
 */
export function failure(error: unknown, waited: number, db?: SqliteDatabase): LamellaError {
  if (isLamellaError(error)) return error
  const sqlite = sqliteCode(error)
  const message = error instanceof Error ? error.message : String(error)
  if (isBusy(error)) {
    return sqliteError(
      'DATABASE_BUSY',
      `The database was locked for ${waited} ms.`,
      'Try again, raise busyTimeout, or look for a program that keeps a transaction open.',
      { waited },
      error,
    )
  }
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(sqlite)) {
    return sqliteError(
      'DATABASE_DAMAGED',
      `The database cannot be read: ${message}.`,
      'Restore a backup, or save what can be saved with the .recover command of the sqlite3 program.',
      { sqlite },
      error,
    )
  }
  if (sqlite === 'SQLITE_FULL') {
    const fix = 'Free disk space, or raise max_page_count, then retry: nothing was changed.'
    return sqliteError('STORE_FULL', `The database cannot grow: ${message}.`, fix, { reason: sqlite }, error)
  }
  if (sqlite === '' && isClosed(error, db)) {
    return sqliteError('DATABASE_CLOSED', 'The database has been closed.', 'Use the stores before close().', {}, error)
  }
  return sqliteError(
    'DATABASE_FAILED',
    `SQLite failed: ${message}.`,
    'Check the path and its permissions; a database that you opened must not be in a transaction.',
    { sqlite },
    error,
  )
}
