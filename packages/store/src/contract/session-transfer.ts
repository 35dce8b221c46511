import type { Notice, Scope } from '@lamella/core'
import type { SessionInfo } from './session-values.ts'

/** Copies whole sessions: inside a store (`fork`), and from one store to another (`export`, `import`). */
export interface SessionTransfer {
  /**
   * Creates a new session from the messages before `at` (default: all of them) and the compactions that lie before it.
   * The session and its messages are at revision 1. The state of the run is copied whole, whatever `at` is, and is at
   * version 1. Operations are not copied.
   *
   * @throws LamellaError `SESSION_EXISTS`, `SESSION_MISSING`
   */
  fork(scope: Scope, session: string, into: string, at?: number): Promise<SessionInfo>
  /**
   * Returns the session as lines of JSON (without line breaks), from which `import` of any store restores it: messages
   * byte for byte, positions, revisions, times, compactions, operations, its fork origin. Two stores with the same
   * session return the same lines.
   *
   * The first line has `lamella: 'session'`, the version of the format (1) and the fields of `info`, then follow one
   * line per message, compaction and operation, and a last line that counts those before it. The export is the session
   * at one revision, whatever is appended meanwhile.
   *
   * @throws LamellaError `SESSION_MISSING`, in some stores also when it is deleted while it is read; `SESSION_DAMAGED`
   * when part of it cannot be read: exports are never partial. Thrown on iteration.
   * @example
   * const lines = store.transfer.export(scope, 'telegram_4711')
   * await writeFile('session.jsonl', Readable.from(lines).map((line) => `${line}\n`))
   */
  export(scope: Scope, session: string): AsyncIterable<string>
  /**
   * Creates a session from such lines, all or nothing. Never overwrites an existing session. Every line must be exactly
   * as `export` returned it, without its line break; trailing empty lines are ignored. What a later release has added to the
   * format is left out, and named in `notices`.
   *
   * @throws LamellaError `IMPORT_INVALID` with the line and its problem, `FORMAT_NEWER` for a newer version of the format,
   * `SESSION_EXISTS`. Nothing is changed.
   * @example
   * await store.transfer.import(scope, createInterface(createReadStream('session.jsonl')))
   */
  import(
    scope: Scope,
    lines: AsyncIterable<string> | Iterable<string>,
    options?: ImportOptions,
  ): Promise<ImportedSession>
}

/** A session that was imported. */
export interface ImportedSession extends SessionInfo {
  /** What was left out, since only later releases know it. Absent: nothing. */
  readonly notices?: readonly Notice[]
}

/** Options for importing a session. */
export interface ImportOptions {
  /** The id of the new session. Default: its original id. */
  readonly session?: string
}
