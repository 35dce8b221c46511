import { isLamellaError, type LamellaError } from '@lamella/core'
import { sqliteError } from '../errors.ts'

/** Result codes of SQLite by number, as `node:sqlite` gives them: https://sqlite.org/rescode.html */
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

/** SQLite's name for what went wrong, such as `SQLITE_BUSY_SNAPSHOT`; '' for an error that is not from SQLite. */
function sqliteCode(error: unknown): string {
  const { code, errcode } = (error ?? {}) as { readonly code?: unknown; readonly errcode?: unknown }
  if (typeof code === 'string' && code.startsWith('SQLITE_')) return code
  return typeof errcode === 'number' ? (names[errcode & 0xff] ?? `SQLITE_${errcode}`) : ''
}

/** Whether the same call may succeed a little later. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(sqliteCode(error))
}

/**
 * What a store throws for what SQLite threw: its own errors go through, everything else gets a code and keeps its cause.
 *
 * @param waited Milliseconds spent on waiting for locks.
 */
export function failure(error: unknown, waited: number): LamellaError {
  if (isLamellaError(error)) return error
  const sqlite = sqliteCode(error)
  const said = error instanceof Error ? error.message : String(error)
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
      `The database cannot be read: ${said}.`,
      'Restore a backup, or save what can be saved with the .recover command of the sqlite3 program.',
      { sqlite },
      error,
    )
  }
  // "Cannot open" is another thing.
  if (/\bnot open\b|\bclosed\b/i.test(said)) {
    return sqliteError('DATABASE_CLOSED', 'The database has been closed.', 'Use the stores before close().', {}, error)
  }
  return sqliteError(
    'DATABASE_FAILED',
    `SQLite could not do it: ${said.replace(/\.$/, '')}.`,
    'Look at the path, its permissions and the space on the disk; a database of your own must not be in a transaction.',
    { sqlite },
    error,
  )
}
