import { LamellaError } from '@lamella/core'
import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** What each error of this package tells beside its message. */
export interface SqliteErrorDetails {
  /** There is a file where a backup should go. */
  BACKUP_EXISTS: { readonly path: string }
  /** Other processes kept the database locked for longer than `busyTimeout`. Nothing was changed. */
  DATABASE_BUSY: { readonly waited: number }
  /** The store was used after it had been closed. */
  DATABASE_CLOSED: object
  /** The file is no SQLite database, or is damaged. */
  DATABASE_DAMAGED: { readonly sqlite: string }
  /** SQLite refused: a full disk, permissions, a missing folder, a transaction that somebody else left open. */
  DATABASE_FAILED: { readonly sqlite: string }
  /** The database belongs to another program. */
  DATABASE_FOREIGN: { readonly applicationId: number; readonly version: number }
  /** The database was written by a later version of this package. */
  DATABASE_NEWER: { readonly version: number; readonly known: number }
  /** The database's file was removed or replaced while it was open. */
  DATABASE_MOVED: { readonly path: string }
  /** The embedder threw, or gave something else than a vector for each text. */
  EMBEDDER_FAILED: { readonly embedder: string }
  /** The database has vectors of an embedder of that name, but with another number of dimensions. */
  EMBEDDER_MISMATCH: { readonly embedder: string; readonly dimensions: number; readonly kept: number }
  /**
   * It is deleted and cannot be read any more, but its bytes could not be removed from the file yet. `stoppedBy` is the code of the
   * error that is the cause, or `READER` if another connection was reading an older state.
   */
  ERASE_INCOMPLETE: { readonly waited: number; readonly stoppedBy: string }
  /** The function that names the speaker of a message threw. */
  SPEAKER_FAILED: object
  /** better-sqlite3 is missing, has not been built, or does not run on this Node. */
  SQLITE_UNAVAILABLE: { readonly version: string | undefined }
}

/** Codes of the errors that this package throws. */
export type SqliteErrorCode = keyof SqliteErrorDetails

/** Makes an error of this package. */
export const sqliteError: MakeError<SqliteErrorDetails> = errorsOf<SqliteErrorDetails>()

/** The error for something that cannot be kept or asked. */
export function invalid(what: string, problem: string): LamellaError<'STORE_VALUE_INVALID'> {
  return new LamellaError({
    code: 'STORE_VALUE_INVALID',
    what: `${what} ${problem}.`,
    fix: 'Give what the contract of the store asks for.',
    details: { what, problem },
  })
}
