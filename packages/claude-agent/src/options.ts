import type { Notice } from '@lamella/core'
import { type Check, checkOptions, mustBeFunction, mustBeText, mustHaveMethod } from '@lamella/core/plugin'
import type { SessionStore } from '@lamella/store'
import type { FoldSessionSummary } from './contract.ts'
import type { ClaudeOwner } from './keys.ts'

/** Options of `claudeSessions`. */
export interface ClaudeSessionsOptions {
  /**
   * The function of that name of the SDK. With it, the SDK's `listSessions` needs no transcripts: a summary is kept with each
   * append. Default: none, and `listSessionSummaries` is absent.
   */
  readonly foldSessionSummary?: FoldSessionSummary
  /** Receives what did not fail but should be known, such as a second writer. Errors that it throws are ignored. Default: nobody. */
  readonly onNotice?: (notice: Notice) => void
  /** Returns the time. Default: that of the system. */
  readonly now?: () => Date
}

/** Checked arguments of `claudeSessions`. */
export interface Settings extends Required<Omit<ClaudeSessionsOptions, 'foldSessionSummary'>> {
  readonly sessions: SessionStore
  readonly owner: ClaudeOwner
  readonly foldSessionSummary: FoldSessionSummary | undefined
}

const mustBeNamed: Check = (value) => mustBeText(value) ?? (value === '' ? 'must not be empty' : undefined)

/** @throws LamellaError `OPTION_INVALID` */
export function checkSettings(sessions: SessionStore, owner: ClaudeOwner, options: ClaudeSessionsOptions): Settings {
  const what = 'claudeSessions'
  checkOptions(what, { sessions }, { sessions: mustHaveMethod('append') })
  const { tenant, user } = checkOptions(what, owner, { tenant: mustBeNamed, user: mustBeNamed }, ['tenant'])
  const checks = { foldSessionSummary: mustBeFunction, onNotice: mustBeFunction, now: mustBeFunction }
  const { foldSessionSummary, onNotice, now = () => new Date() } = checkOptions(what, options, checks)
  return {
    sessions,
    owner: { tenant, ...(user !== undefined && { user }) },
    foldSessionSummary,
    now,
    onNotice: (notice) => {
      try {
        onNotice?.(notice)
      } catch {
        // Whoever listens changes nothing.
      }
    },
  }
}
