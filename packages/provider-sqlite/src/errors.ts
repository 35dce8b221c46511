import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error of this package. */
export interface SqliteErrorDetails {
  /** A file already exists at the backup's path. */
  BACKUP_EXISTS: { readonly path: string }
  /** Other processes kept the database locked for longer than `busyTimeout`. Nothing was changed. */
  DATABASE_BUSY: { readonly waited: number }
  /** The store was used after it was closed. */
  DATABASE_CLOSED: object
  /** The file is not an SQLite database, or is damaged. */
  DATABASE_DAMAGED: { readonly sqlite: string }
  /** SQLite failed: permissions, a missing folder, a transaction that other code left open. */
  DATABASE_FAILED: { readonly sqlite: string }
  /** The database belongs to another program. */
  DATABASE_FOREIGN: { readonly applicationId: number; readonly version: number }
  /** The database's file was removed or replaced while it was open. */
  DATABASE_MOVED: { readonly path: string }
  /** The embedder threw, or did not return one vector per text. */
  EMBEDDER_FAILED: { readonly embedder: string }
  /** The database has vectors of an embedder with that name, but with another number of dimensions. */
  EMBEDDER_MISMATCH: { readonly embedder: string; readonly dimensions: number; readonly kept: number }
  /**
   * The data is deleted and can no longer be read, but its bytes could not be removed from the file yet. `stoppedBy` is
   * the code of the error that is the cause, or `READER` if another connection was reading an older state.
   */
  ERASE_INCOMPLETE: { readonly waited: number; readonly stoppedBy: string }
  /** The function that returns the speaker of a message threw. */
  SPEAKER_FAILED: object
  /** better-sqlite3 is missing, has not been built, or does not run on this Node. */
  SQLITE_UNAVAILABLE: { readonly version: string | undefined }
  /** The disk is full, or the database has its largest size. Nothing was changed. */
  STORE_FULL: { readonly reason: string }
}

/** Codes of the errors that this package throws. */
export type SqliteErrorCode = keyof SqliteErrorDetails

/** Creates an error of this package. */
export const sqliteError: MakeError<SqliteErrorDetails> = errorsOf<SqliteErrorDetails>()
