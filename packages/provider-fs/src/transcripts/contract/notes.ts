/**
 * - `line-damaged`: not JSON; what is around it was read
 * - `line-torn`: the last line is incomplete, which is usual while a program writes
 * - `gap`: an entry names a parent that the file does not have; the path goes on with the line before
 * - `cycle`: entries name each other as parents; the walk ended there
 * - `fork-uncertain`: the session begins with a copy of another one that is not at hand; its usage may count twice
 * - `part-missing`: a file beside it is needed to read all, such as the one with the cuts
 * - `result-without-call`: a tool result whose call is not in the view
 * - `summary-encrypted`: the summary of a compaction can be read by its provider alone; what it replaced is in the path
 * - `repeated`: the same line twice in a row; it was read once
 */
export type NoteCode =
  | 'line-damaged'
  | 'line-torn'
  | 'gap'
  | 'cycle'
  | 'fork-uncertain'
  | 'part-missing'
  | 'result-without-call'
  | 'summary-encrypted'
  | 'repeated'

/** Something about a session that a reader should know. Nothing fails for it. */
export interface TranscriptNote {
  readonly code: NoteCode
  readonly line?: number
  /** A sentence. */
  readonly text: string
}
