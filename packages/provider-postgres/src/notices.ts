import type { Notice } from '@lamella/core'

/** Codes of problems that do not fail a call. */
export type PostgresNoticeCode =
  /**
   * Texts have no vectors yet, because the embedder failed; they are stored, found by words, and retried on the next
   * search.
   */
  | 'EMBEDDING_FAILED'
  /** A message cannot be read and was left out. */
  | 'MESSAGE_UNREADABLE'
  /** Policies do not apply to the role of the connection: only the statements keep tenants apart. */
  | 'POLICIES_BYPASSED'
  /** Positions, sizes or revisions of a session do not match. */
  | 'SESSION_INCONSISTENT'

const fixes: Readonly<Record<PostgresNoticeCode, string>> = {
  EMBEDDING_FAILED: 'Correct the embedder; the next search tries again.',
  MESSAGE_UNREADABLE: 'Restore the message from a backup.',
  POLICIES_BYPASSED: 'Connect as a role, or pass a `role`, that is no superuser and has no BYPASSRLS.',
  SESSION_INCONSISTENT: 'Restore a backup.',
}

/** Creates a notice of this package, with the fix for its code. */
export function notice(code: PostgresNoticeCode, what: string, from?: string): Notice {
  return { code, what, fix: fixes[code], ...(from === undefined ? {} : { from }) }
}
