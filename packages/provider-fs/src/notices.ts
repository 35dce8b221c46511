import type { JsonValue, Notice } from '@lamella/core'

/**
 * What a workspace reports without failing a build. Each concerns one file, one entry or one skill; everything
 * else is still read.
 */
export type FsNoticeCode =
  /** The agent's name cannot be part of a file name, so its own instruction file was not looked for. */
  | 'AGENT_NAME_UNSAFE'
  /** A directory could not be listed. */
  | 'DIRECTORY_UNREADABLE'
  /** A directory, device, pipe or socket stands where a file was expected. */
  | 'FILE_NOT_A_FILE'
  /** NUL characters or bytes that are not valid in the file's encoding. */
  | 'FILE_NOT_TEXT'
  /** A file is missing, and a default stands in for it. */
  | 'FILE_MISSING'
  /** A file that workspaces have by convention is there and is not used. */
  | 'FILE_NOT_USED'
  /** The path leads out of the root. */
  | 'FILE_OUTSIDE_ROOT'
  /** Longer than its limit: part of it was left out. */
  | 'FILE_TRUNCATED'
  /** The operating system refused: permissions, a loop of links, a broken disk. */
  | 'FILE_UNREADABLE'
  /** More dated notes than the limit: the oldest were left out. */
  | 'NOTES_OMITTED'
  /** A skill has more files than are listed. */
  | 'RESOURCES_OMITTED'
  /** A session is not in a list, because the operating system does not let its file be read. */
  | 'SESSION_FILE_UNREADABLE'
  /** Messages of a file came with marks that only Lamella sets; they were removed. */
  | 'SESSION_MARK_REMOVED'
  /** Part of a session's file is damaged; everything around it was read. */
  | 'SESSION_RECORD_DAMAGED'
  /** What was written to a session could not be made to outlive the power. */
  | 'SESSION_SYNC_FAILED'
  /** The end of a session's file is of an append that was never finished. */
  | 'SESSION_TAIL_TORN'
  /** A session began with system messages, which are a layer's business. */
  | 'SESSION_SYSTEM_OMITTED'
  /** A line of a session is not a message and was left out. */
  | 'SESSION_LINE_BROKEN'
  /** Two skills of one name: one was left out. */
  | 'SKILL_COLLISION'
  /** A skill breaks the specification in a way that does no harm; it was loaded. */
  | 'SKILL_IRREGULAR'
  /** A skill cannot be used and was left out. */
  | 'SKILL_SKIPPED'
  /** More skills than the limit: the last by name were left out. */
  | 'SKILLS_OMITTED'

/**
 * A frozen notice: every build reports the same object until the file changes.
 *
 * @param sentences What happened and, if something has to be done, how to fix it.
 */
export function notice(
  code: FsNoticeCode,
  [what, fix]: readonly [what: string, fix?: string],
  from?: string,
  details?: Readonly<Record<string, JsonValue>>,
): Notice {
  return Object.freeze({
    code,
    what,
    ...(fix !== undefined && { fix }),
    ...(from !== undefined && { from }),
    ...(details && { details: Object.freeze(details) }),
  })
}
