import type { Notice } from '@lamella/core'

/** Codes of problems that do not fail a call. */
export type SqliteNoticeCode =
  /** Parts of blobs are missing, or belong to no session. */
  | 'BLOB_INCONSISTENT'
  /** Sizes, counts or revisions of blocks do not match. */
  | 'BLOCK_INCONSISTENT'
  /** SQLite's own check of the file, or of its foreign keys, found a problem. */
  | 'DATABASE_INCONSISTENT'
  /**
   * Texts have no vectors yet, because the embedder failed; they are stored, found by words, and retried on the next
   * search.
   */
  | 'EMBEDDING_FAILED'
  /** Bytes of deleted data may still be in the file; the next deletion also removes them. */
  | 'ERASE_PENDING'
  /** The word index does not match its data. */
  | 'INDEX_INCONSISTENT'
  /** A message cannot be read and was left out. */
  | 'MESSAGE_UNREADABLE'
  /** Positions, sizes or revisions of a session do not match. */
  | 'SESSION_INCONSISTENT'

const fixes: Readonly<Record<SqliteNoticeCode, string>> = {
  BLOB_INCONSISTENT: 'Restore a backup.',
  BLOCK_INCONSISTENT: 'Restore a backup.',
  DATABASE_INCONSISTENT: 'Restore a backup, or recover what you can with `.recover` of the sqlite3 program.',
  EMBEDDING_FAILED: 'Correct the embedder; the next search tries again.',
  ERASE_PENDING: 'Repair the database, or wait for the next deletion.',
  INDEX_INCONSISTENT: 'Repair the database, or restore a backup.',
  MESSAGE_UNREADABLE: 'Restore the message from a backup.',
  SESSION_INCONSISTENT: 'Restore a backup.',
}

/** Creates a notice of this package, with the fix for its code. */
export function notice(code: SqliteNoticeCode, what: string, from?: string): Notice {
  return { code, what, fix: fixes[code], ...(from === undefined ? {} : { from }) }
}
