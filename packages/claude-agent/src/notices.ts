import type { Notice } from '@lamella/core'

/** What a store of Claude sessions reports without failing. Notices of the store below are passed on with their own codes. */
export type ClaudeNoticeCode =
  /** Entries cannot be read, and are missing from what was loaded. */
  | 'CLAUDE_ENTRIES_LOST'
  /** Another writer added to the same transcript: both are kept, in the order in which they arrived. */
  | 'CLAUDE_OTHER_WRITER'
  /** `foldSessionSummary` threw: the session has no summary until the next append, and the SDK loads it instead. */
  | 'CLAUDE_SUMMARY_FAILED'

const sentences: Readonly<Record<ClaudeNoticeCode, readonly [what: string, fix: string]>> = {
  CLAUDE_ENTRIES_LOST: ['has entries that cannot be read', 'Verify the session, and restore it from a copy.'],
  CLAUDE_OTHER_WRITER: [
    'was changed by another writer, or by a call whose answer was lost; nothing was left out',
    'Run one query at a time on a session, or fork it.',
  ],
  CLAUDE_SUMMARY_FAILED: ['has no summary: foldSessionSummary failed', 'Pass the function of the SDK that you run.'],
}

/** Creates a notice about a session. */
export function notice(code: ClaudeNoticeCode, session: string): Notice {
  const [what, fix] = sentences[code]
  return { code, what: `Session ${JSON.stringify(session)} ${what}.`, fix, from: session }
}
