import type { JsonValue, Notice } from '@lamella/core'
import { known } from './json.ts'

/**
 * Problems that a workspace reports without failing a build. Each concerns one file, one entry or one skill; everything
 * else is still read.
 */
export type FsNoticeCode =
  /** The agent's name cannot be part of a file name, so no agent-specific instruction file was read. */
  | 'AGENT_NAME_UNSAFE'
  /** A directory could not be listed. */
  | 'DIRECTORY_UNREADABLE'
  /** A directory, device, pipe or socket was found instead of a file. */
  | 'FILE_NOT_A_FILE'
  /** NUL characters or bytes that are not valid in the file's encoding. */
  | 'FILE_NOT_TEXT'
  /** A file is missing: something else is used instead, or an instruction file imports it. */
  | 'FILE_MISSING'
  /** A file that workspaces have by convention, or that an instruction file imports, exists but is not used. */
  | 'FILE_NOT_USED'
  /** The path leads out of the root. */
  | 'FILE_OUTSIDE_ROOT'
  /** Longer than its limit: part of it was left out. */
  | 'FILE_TRUNCATED'
  /** An operating system error: permissions, a loop of links, a broken disk. */
  | 'FILE_UNREADABLE'
  /** More dated notes than the limit: the oldest were left out. */
  | 'NOTES_OMITTED'
  /** A skill has more files than the listing limit. */
  | 'RESOURCES_OMITTED'
  /** A session is missing from a list because the operating system denies access to its file. */
  | 'SESSION_FILE_UNREADABLE'
  /** Messages in a file had marks that only Lamella sets; the marks were removed. */
  | 'SESSION_MARK_REMOVED'
  /** Part of a session's file is damaged; everything around it was read. */
  | 'SESSION_RECORD_DAMAGED'
  /** The file with the state of a run is damaged, or its session is missing. */
  | 'SESSION_RUN_DAMAGED'
  /** Data written to a session could not be synced to disk. */
  | 'SESSION_SYNC_FAILED'
  /** A session's file ends with an incomplete append. */
  | 'SESSION_TAIL_TORN'
  /** A session began with system messages, which belong in a layer. */
  | 'SESSION_SYSTEM_OMITTED'
  /** A line of a session is not a message and was left out. */
  | 'SESSION_LINE_BROKEN'
  /** Two skills have the same name: one was left out. */
  | 'SKILL_COLLISION'
  /** A skill violates the specification harmlessly; it was loaded. */
  | 'SKILL_IRREGULAR'
  /** A skill cannot be used and was left out. */
  | 'SKILL_SKIPPED'
  /** More skills than the limit: the last by name were left out. Or directories of groups that are too deep, or behind links. */
  | 'SKILLS_OMITTED'

/**
 * Creates a frozen notice: every build reports the same object until the file changes.
 *
 * @param sentences What happened and, if action is needed, the fix.
 */
export function notice(
  code: FsNoticeCode,
  [what, fix]: readonly [what: string, fix?: string],
  from?: string,
  details?: Readonly<Record<string, JsonValue>>,
): Notice {
  return Object.freeze(known({ code, what, fix, from, details: details && Object.freeze(details) }))
}
