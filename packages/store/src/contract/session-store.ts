import type { JsonValue, Message, Notice, Scope } from '@lamella/core'
import type { NewCompaction } from '@lamella/core/plugin'
import type { FoundMessage, SearchRequest, SearchResult } from './search.ts'
import type { RunVersion, StoredRun, WriteRunOptions } from './stored-run.ts'

/**
 * Keeps conversations. A session belongs to one scope (tenant, user, agent; `session` and `kind` of a scope are
 * ignored) and has an id in it, such as `telegram_4711`. Sessions only grow: appended messages never change, nor do
 * their positions. Optional methods are capabilities: a store that lacks one does not support it.
 *
 * Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id that is empty,
 * too long or contains half of a surrogate pair.
 */
export interface SessionStore {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  /**
   * Appends messages, all or none; creates the session if it does not exist. When this resolves, they are as durable as
   * the store's settings promise.
   * `providerOptions.lamella`, of a message or of anything in it, is reserved. Messages with such a mark are rejected.
   *
   * @throws LamellaError `SESSION_CONFLICT` when the session is not at `expectedRevision`, `STORE_VALUE_INVALID` for an
   * invalid message or one with a mark of this library, `SESSION_DAMAGED` when the store cannot determine its end
   */
  append(scope: Scope, session: string, messages: readonly Message[], options?: AppendOptions): Promise<Appended>
  /**
   * Returns messages in the form in which `page` and `read` return them after `append`, for a store that changes what it keeps
   * (large results become heads with handles). It may store contents; a repetition returns the same. Appending what it returns
   * equals appending the messages. Absent: messages are kept as they are.
   */
  prepare?(scope: Scope, session: string, messages: readonly Message[]): Promise<readonly Message[]>
  /** Returns a session's metadata without reading its messages; `undefined` if it does not exist. */
  info(scope: Scope, session: string): Promise<SessionInfo | undefined>
  /**
   * Returns the newest messages, or those before a position, up to the limits. The cost depends on what is read, not on
   * the length.
   */
  page(scope: Scope, session: string, request?: PageRequest): Promise<SessionPage>
  /** Returns messages `start` (included) to `end` (excluded), oldest first; fewer if the session has fewer. */
  read(scope: Scope, session: string, start: number, end: number): Promise<readonly StoredMessage[]>
  /** Lists the sessions of exactly this scope, by id in code unit order. */
  list(scope: Scope, request?: ListRequest): Promise<SessionList>
  /**
   * Removes a session with everything derived from it; returns whether it existed. When this resolves, nothing of it can be read
   * through the store, nor any summary, index row or vector made from it. What files, logs and backups still hold is said in the
   * store's README: PostgreSQL, for one, keeps the bytes of deleted rows until VACUUM. If a session with the same id is created later, it starts again at revision 1.
   */
  delete(scope: Scope, session: string): Promise<boolean>
  /**
   * Creates a new session from the messages before `at` (default: all of them) and the compactions that lie before it.
   * The session and its messages are at revision 1. The state of the run is copied whole, whatever `at` is, and is at
   * version 1. Operations are not copied.
   *
   * @throws LamellaError `SESSION_EXISTS`, `SESSION_MISSING`
   */
  fork?(scope: Scope, session: string, into: string, at?: number): Promise<SessionInfo>
  /**
   * Records a text that replaces the messages `start` to `end`. Nothing is rewritten: those messages can still be read.
   * @throws LamellaError `SESSION_CONFLICT`, `SESSION_MISSING`, `STORE_VALUE_INVALID` for a range that the session does not
   * have, an empty text, or a native summary that is not plain JSON of at most 4 MiB
   */
  compact?(scope: Scope, session: string, compaction: NewCompaction, options?: ChangeOptions): Promise<Compaction>
  /** Lists the compactions of a session, oldest first. */
  compactions?(scope: Scope, session: string): Promise<readonly Compaction[]>
  /** Returns the best messages of a scope's sessions (or of one of them) for a plain-language query, best first. */
  search?(scope: Scope, request: SearchRequest, session?: string): Promise<SearchResult<FoundMessage>>
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
   * const lines = store.export(scope, 'telegram_4711')
   * await writeFile('session.jsonl', Readable.from(lines).map((line) => `${line}\n`))
   */
  export?(scope: Scope, session: string): AsyncIterable<string>
  /**
   * Creates a session from such lines, all or nothing. Never overwrites an existing session. Every line must be exactly
   * as `export` returned it, without its line break; trailing empty lines are ignored.
   *
   * @throws LamellaError `IMPORT_INVALID` with the line and its problem, `SESSION_EXISTS`. Nothing is changed.
   * @example
   * await store.import(scope, createInterface(createReadStream('session.jsonl')))
   */
  import?(scope: Scope, lines: AsyncIterable<string> | Iterable<string>, options?: ImportOptions): Promise<SessionInfo>
  /**
   * Removes everything of a scope and of narrower scopes: `{ tenant }` is the whole tenant, `{ tenant, agent }` that
   * agent of every user. Returns the number of sessions.
   */
  erase?(scope: Scope): Promise<number>
  /** Checks a session or the whole store for lost data. Changes nothing. */
  verify?(scope: Scope, session: string): Promise<readonly Notice[]>
  /**
   * Returns what `writeRun` kept with the session; `undefined` if nothing, or if what is kept was damaged. A store has
   * both methods or neither.
   */
  readRun?(scope: Scope, session: string): Promise<StoredRun | undefined>
  /**
   * Keeps the state of a run with the session, in place of the one before or as one more part of it, as durably as the store's
   * settings promise. Changes neither the session's revision nor its times. If there is no session, creates an empty one at revision 1.
   *
   * The state is derived from the session: it is deleted and erased with it, `fork` copies it, and `export` leaves it out.
   * Versions begin at 1 and increase with each change. They begin again after the session was deleted and after the state
   * was damaged, so a writer from before can succeed if its version is the same by chance.
   *
   * @param expectedVersion The version that the caller last read; 0: there is none yet.
   * @returns The new version, which is always larger.
   * @throws LamellaError `RUN_CONFLICT` when the state is not at `expectedVersion`; nothing is changed then, and no session
   * is created. `STORE_VALUE_INVALID` for a value that is not a plain JSON object, or a version that is not a whole number
   * @example
   * const { version = 0 } = (await store.readRun(scope, 'telegram_4711')) ?? {}
   * await store.writeRun(scope, 'telegram_4711', context.run, version)
   */
  writeRun?(
    scope: Scope,
    session: string,
    run: Readonly<Record<string, JsonValue>>,
    expectedVersion: number,
    options?: WriteRunOptions,
  ): Promise<number>
  /** Returns which state of the run is kept, without reading it, so that nobody reads it twice; `undefined` if there is none. */
  runVersion?(scope: Scope, session: string): Promise<RunVersion | undefined>
  /** Closes open resources. Safe to call twice. */
  close?(): Promise<void>
}

/** Options for changing a session. */
export interface ChangeOptions {
  /** The revision the caller last saw; 0 for a session that must not exist yet. Default: any. */
  readonly expectedRevision?: number
  /**
   * A name for this change, unique in the session. Repeating it changes nothing and returns the first result again,
   * whatever its `expectedRevision`, so a retry after a lost response is safe. At most 200 characters. A name that
   * belongs to a different change is `STORE_VALUE_INVALID`.
   */
  readonly operation?: string
  /** When it happened. Stores read no clock: without it there is no time. */
  readonly at?: Date
}

/** Options for adding messages. */
export interface AppendOptions extends Omit<ChangeOptions, 'at'> {
  /**
   * When it happened, for all of them; or a list with the time of each message, `undefined` for a message without one.
   */
  readonly at?: Date | readonly (Date | undefined)[]
}

/** Options for importing a session. */
export interface ImportOptions {
  /** The id of the new session. Default: its original id. */
  readonly session?: string
}

/** The result of an append. */
export interface Appended {
  /** The revision of the session after the append. One more for each change. */
  readonly revision: number
  /** Position of the first message that was added. */
  readonly start: number
  /** The number of messages in the session after the append. */
  readonly length: number
  /** Whether `operation` had been applied before, so that this call changed nothing. */
  readonly repeated: boolean
}

/** A message in its session. */
export interface StoredMessage {
  readonly position: number
  readonly message: Message
  /** Size of all preceding messages, in UTF-16 units of their JSON text. Numbers the pages of a history. */
  readonly sizeBefore: number
  /** ISO 8601 instant. */
  readonly at?: string
}

/** A session's metadata, without its messages. */
export interface SessionInfo {
  readonly id: string
  readonly revision: number
  /** In messages. */
  readonly length: number
  /** In UTF-16 units of the messages' JSON text. */
  readonly size: number
  /** ISO 8601 instants: the first and the last time of its messages and compactions, in the order they were added. */
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly forkedFrom?: { readonly session: string; readonly at: number }
}

/** How much of the end to read. At least one message is returned, however large it is. */
export interface PageRequest {
  /** The page ends before this position. Default, and for a larger position: the end of the session. */
  readonly before?: number
  /** The most messages to return, 1 or more. Default 50. */
  readonly messages?: number
  /** The most UTF-16 units of JSON text. Default: no limit. */
  readonly size?: number
}

export interface SessionPage {
  /** Oldest first. */
  readonly messages: readonly StoredMessage[]
  /** Position of the first of them; where the next page ends. 0 at the beginning. */
  readonly start: number
  /** The session's revision at the time of reading. 0 if it does not exist. */
  readonly revision: number
  readonly length: number
  /** What could not be read, and how the store handled it. */
  readonly notices: readonly Notice[]
}

export interface ListRequest {
  /** Continue after this id, whether or not it exists. */
  readonly after?: string
  /** The most entries to return, 1 or more. Default 100. */
  readonly limit?: number
}

export interface SessionList {
  readonly sessions: readonly SessionInfo[]
  /** One notice for each session of this page that cannot be read and is missing from `sessions`. Absent: none. */
  readonly unreadable?: readonly Notice[]
  /** Whether there are more. */
  readonly more: boolean
}

export interface Compaction extends NewCompaction {
  /** The revision of the session after it. */
  readonly revision: number
  readonly at?: string
}
