import type { Notice } from '@lamella/core'

/** Codes of problems that do not fail a call. */
export type PostgresNoticeCode =
  /**
   * Texts have no vectors yet, because the embedder failed; they are stored, found by words, and retried on the next
   * search.
   */
  | 'EMBEDDING_FAILED'
  /** An index was not built to its end. */
  | 'INDEX_INVALID'
  /** A message cannot be read and was left out. */
  | 'MESSAGE_UNREADABLE'
  /** Other programs were not notified of a change; they see it at their next look. */
  | 'NOTIFICATION_LOST'
  /** Policies do not apply to the role of the connection: only the statements keep tenants apart. */
  | 'POLICIES_BYPASSED'
  /** A table's policy is missing, was changed, or does not hold for its owner. */
  | 'POLICY_CHANGED'
  /** The role lacks a right that the stores need. */
  | 'RIGHT_MISSING'
  /** The role does not exist. */
  | 'ROLE_MISSING'
  /** The schema does not exist. */
  | 'SCHEMA_MISSING'
  /** The schema was migrated by a later version of this package. */
  | 'SCHEMA_NEWER'
  /** The schema was migrated by an earlier version of this package. */
  | 'SCHEMA_OUTDATED'
  /** Positions, sizes or revisions of a session do not match. */
  | 'SESSION_INCONSISTENT'
  /** An owner has so many vectors that an index would pay. */
  | 'VECTORS_UNINDEXED'

const fixes: Readonly<Record<PostgresNoticeCode, string>> = {
  EMBEDDING_FAILED: 'Correct the embedder; the next search tries again.',
  INDEX_INVALID: 'Rebuild it: REINDEX INDEX CONCURRENTLY.',
  MESSAGE_UNREADABLE: 'Restore the message from a backup.',
  NOTIFICATION_LOST: 'Nothing is lost: watchers look at intervals as well.',
  POLICIES_BYPASSED: 'Connect as a role, or pass a `role`, that is no superuser and has no BYPASSRLS.',
  POLICY_CHANGED: 'Compare it with the output of `lamella postgres sql`, and restore it as the owner of the table.',
  RIGHT_MISSING: 'Run `lamella postgres migrate --role NAME` as the owner of the schema.',
  ROLE_MISSING: 'Create it: CREATE ROLE name LOGIN. Or check the name.',
  SCHEMA_MISSING: 'Run `lamella postgres migrate`, or check the name and the address.',
  SCHEMA_NEWER: 'Update @lamella/provider-postgres and @lamella/cli here as well.',
  SCHEMA_OUTDATED: 'Run `lamella postgres migrate` as the owner of the schema.',
  SESSION_INCONSISTENT: 'Restore a backup.',
  VECTORS_UNINDEXED: 'With pgvector 0.8 or later, run `lamella postgres index --tenant ID` as the owner of the tables.',
}

/** Creates a notice of this package, with the fix for its code. */
export function notice(code: PostgresNoticeCode, what: string, from?: string): Notice {
  return { code, what, fix: fixes[code], ...(from === undefined ? {} : { from }) }
}
