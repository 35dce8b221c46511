import type { Notice } from '@lamella/core'

/** Codes of problems that do not fail a call. */
export type PostgresNoticeCode =
  /** A message cannot be read and was left out. */
  | 'MESSAGE_UNREADABLE'
  /** Other programs were not notified of a change; they see it at their next look. */
  | 'NOTIFICATION_LOST'
  /** Policies do not apply to the role of the connection: only the statements keep tenants apart. */
  | 'POLICIES_BYPASSED'
  /** Positions, sizes or revisions of a session do not match. */
  | 'SESSION_INCONSISTENT'

const fixes: Readonly<Record<PostgresNoticeCode, string>> = {
  MESSAGE_UNREADABLE: 'Restore the message from a backup.',
  NOTIFICATION_LOST: 'Nothing is lost: watchers look at intervals as well.',
  POLICIES_BYPASSED: 'Connect as a role, or pass a `role`, that is no superuser and has no BYPASSRLS.',
  SESSION_INCONSISTENT: 'Restore a backup.',
}

/** Creates a notice of this package, with the fix for its code. */
export function notice(code: PostgresNoticeCode, what: string, from?: string): Notice {
  return { code, what, fix: fixes[code], ...(from === undefined ? {} : { from }) }
}
