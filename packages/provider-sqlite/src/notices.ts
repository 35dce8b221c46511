import type { Notice } from '@lamella/core'

/** What can be told without failing a call. */
export type SqliteNoticeCode =
  /** Sizes, counts or revisions of blocks do not follow from each other. */
  | 'BLOCK_INCONSISTENT'
  /** SQLite's own check of the file, or of the foreign keys in it, found something. */
  | 'DATABASE_INCONSISTENT'
  /** Texts have no vectors yet, because the embedder failed; they are kept, found by words, and tried again at the next search. */
  | 'EMBEDDING_FAILED'
  /** Bytes of something that was deleted may still be in the file; the next deletion removes them, too. */
  | 'ERASE_PENDING'
  /** The index of words does not fit what it is about. */
  | 'INDEX_INCONSISTENT'
  /** A message cannot be read and was left out. */
  | 'MESSAGE_UNREADABLE'
  /** Positions, sizes or revisions of a session do not follow from each other. */
  | 'SESSION_INCONSISTENT'

/** A notice of this package. */
export function notice(code: SqliteNoticeCode, message: string, from?: string): Notice {
  return from === undefined ? { code, what: message } : { code, what: message, from }
}
