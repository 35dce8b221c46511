/**
 * The content of a session file: the whole text; its lines, each whole, with or without a line break; or its bytes in
 * pieces, cut anywhere, such as a stream of Node or `file.stream()` of a page.
 */
export type TranscriptInput = string | Iterable<string> | AsyncIterable<string | Uint8Array>

/** A file beside a session file. */
export interface BesideFile {
  /** Its name without folders. */
  readonly name: string
  readonly content: TranscriptInput
}

/** How to read a session file. */
export interface ReadTranscriptOptions {
  /** The form; default: by the first lines. */
  readonly format?: string | undefined
  /**
   * Files that belong to it: Claude Code's `agent-<id>.jsonl` and `.meta.json` of its sub-agents, Cline's `ui_messages.json`,
   * the rollout that a Codex session was forked from.
   */
  readonly beside?: readonly BesideFile[] | undefined
  /** The most characters to keep of one text, argument or file of a message; what was cut is counted. Default: all. */
  readonly partLimit?: number | undefined
  /** The size of the file in bytes: above 32 MB, `partLimit` is at most 2,000, so that a file of hundreds of megabytes can be shown. */
  readonly size?: number | undefined
}
