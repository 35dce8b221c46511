import type { Notice } from '@lamella/core'

/** Codes of problems that do not fail a call. */
export type SqliteNoticeCode =
  /** Sizes, counts or revisions of blocks do not match. */
  | 'BLOCK_INCONSISTENT'
  /** SQLite's own check of the file, or of its foreign keys, found a problem. */
  | 'DATABASE_INCONSISTENT'
  /**
   * Texts have no vectors yet, because the embedder failed; they are stored, found by words, and retried at the next
   * search.
   */
  | 'EMBEDDING_FAILED'
  /** Bytes of deleted data may still be in the file; the next deletion removes them, too. */
  | 'ERASE_PENDING'
  /** The word index does not match its data. */
  | 'INDEX_INCONSISTENT'
  /** A message cannot be read and was left out. */
  | 'MESSAGE_UNREADABLE'
  /** Positions, sizes or revisions of a session do not match. */
  | 'SESSION_INCONSISTENT'

/** A notice of this package. */
export function notice(code: SqliteNoticeCode, message: string, from?: string): Notice {
  return from === undefined ? { code, what: message } : { code, what: message, from }
}
