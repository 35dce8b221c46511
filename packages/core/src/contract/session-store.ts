import type { Message } from './message.ts'
import type { Scope } from './scope.ts'
import type { FoundMessage, SearchHit, SearchRequest } from './search.ts'
import type { Notice } from './sources.ts'

/**
 * Keeps conversations. A session belongs to one scope (tenant, user, agent; `session` and `kind` of a scope are not looked
 * at) and has an id in it, such as `telegram_4711`. Sessions only grow: what was appended is never changed, and a message
 * keeps its position for ever. A method that is optional here is a capability: a store that lacks it cannot do that.
 *
 * Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id that is empty, too
 * long or has half of a surrogate pair.
 */
export interface SessionStore {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  /**
   * Adds messages to the end, all or none of them; the session is made if it is not there. When this resolves, they are as
   * safe as the store's settings say.
   *
   * Everything under `providerOptions.lamella`, of a message or of anything in it, is reserved: this library marks with it what
   * it puts into a conversation itself, such as summaries. A message that brings such a mark is refused.
   *
   * @throws LamellaError `SESSION_CONFLICT` when the session is not at `expectedRevision`, `STORE_VALUE_INVALID` for a
   * message that is none, or that has a mark of this library, `SESSION_DAMAGED` when the store cannot tell where its end is
   */
  append(scope: Scope, session: string, messages: readonly Message[], options?: AppendOptions): Promise<Appended>
  /** What is known of a session without reading it; `undefined` when there is none. */
  info(scope: Scope, session: string): Promise<SessionInfo | undefined>
  /** The newest messages, or those before a position, as far as the limits reach. Cost follows what is read, not the length. */
  page(scope: Scope, session: string, request?: PageRequest): Promise<SessionPage>
  /** Messages `start` (included) to `end` (excluded), oldest first; fewer where the session has fewer. */
  read(scope: Scope, session: string, start: number, end: number): Promise<readonly StoredMessage[]>
  /** Sessions of exactly this scope, by id in code unit order. */
  list(scope: Scope, request?: ListRequest): Promise<SessionList>
  /**
   * Removes a session with all that was derived from it; whether there was one. Its bytes are gone when this resolves. One
   * that is made by the same id later begins anew, at revision 1.
   */
  delete(scope: Scope, session: string): Promise<boolean>
  /**
   * Makes a new session of the messages before `at` (default: all of them), compactions included that lie before it. It
   * is at revision 1, and so are they; operations are not taken along.
   *
   * @throws LamellaError `SESSION_EXISTS`, `SESSION_MISSING`
   */
  fork?(scope: Scope, session: string, into: string, at?: number): Promise<SessionInfo>
  /**
   * Records that a text stands for the messages `start` to `end`. Nothing is rewritten: those messages can still be read.
   *
   * @throws LamellaError `SESSION_CONFLICT`, `SESSION_MISSING`, `STORE_VALUE_INVALID` for a range that the session does not
   * have or an empty text
   */
  compact?(scope: Scope, session: string, compaction: NewCompaction, options?: ChangeOptions): Promise<Compaction>
  /** The compactions of a session, oldest first. */
  compactions?(scope: Scope, session: string): Promise<readonly Compaction[]>
  /** The best messages of a scope's sessions (or of one of them) for a question in plain language, best first. */
  search?(scope: Scope, request: SearchRequest, session?: string): Promise<readonly SearchHit<FoundMessage>[]>
  /**
   * The session as lines of JSON (without line breaks), from which `import` of any store makes the same session again: messages
   * byte for byte, positions, revisions, times, compactions, operations, what it was forked from. Two stores that have the
   * same session give the same lines.
   *
   * First a line with `lamella: 'session'`, the version of the format (1) and what `info` tells, then one for each message,
   * each compaction and each operation, and a last one that counts those before it. It is the session at one revision,
   * whatever is appended meanwhile.
   *
   * @throws LamellaError `SESSION_MISSING`, in some stores also when it is deleted while it is read; `SESSION_DAMAGED` when
   * something of it cannot be read: half a session is no export. Thrown when the lines are asked for.
   * @example
   * const lines = store.export(scope, 'telegram_4711')
   * await writeFile('session.jsonl', Readable.from(lines).map((line) => `${line}\n`))
   */
  export?(scope: Scope, session: string): AsyncIterable<string>
  /**
   * Makes a session of such lines, all of it or nothing. One that is there is never written over. Every line must be as
   * `export` gave it, without its line break; empty ones behind the last are let pass.
   *
   * @throws LamellaError `IMPORT_INVALID` with the line and what is wrong with it, `SESSION_EXISTS`. Nothing is changed.
   * @example
   * await store.import(scope, createInterface(createReadStream('session.jsonl')))
   */
  import?(scope: Scope, lines: AsyncIterable<string> | Iterable<string>, options?: ImportOptions): Promise<SessionInfo>
  /**
   * Removes everything of a scope and of the narrower ones in it: `{ tenant }` is the whole tenant, `{ tenant, agent }` that
   * agent of every user. Gives how many sessions.
   */
  erase?(scope: Scope): Promise<number>
  /** Looks for what a session or the whole store has lost. Changes nothing. */
  verify?(scope: Scope, session: string): Promise<readonly Notice[]>
  /** Ends what is open. Safe to call twice. */
  close?(): Promise<void>
}

/** How a session is changed. */
export interface ChangeOptions {
  /** The revision the caller has seen; 0 for a session that must not be there yet. Default: any. */
  readonly expectedRevision?: number
  /**
   * A name for this change, unique in the session. The same one again changes nothing and gives the first answer once more,
   * so that a retry after a lost answer is safe, whatever `expectedRevision` it has. At most 200 characters. One that was
   * another change is `STORE_VALUE_INVALID`.
   */
  readonly operation?: string
  /** When it happened. Stores read no clock: without it there is no time. */
  readonly at?: Date
}

/** How messages are added. */
export interface AppendOptions extends Omit<ChangeOptions, 'at'> {
  /** When it happened, for all of them; or a list with the time of each message, `undefined` for one that has none. */
  readonly at?: Date | readonly (Date | undefined)[]
}

/** How a session is imported. */
export interface ImportOptions {
  /** The id of the new session. Default: the one it had. */
  readonly session?: string
}

/** What an append did. */
export interface Appended {
  /** Of the session after it. One more for each change. */
  readonly revision: number
  /** Position of the first message that was added. */
  readonly start: number
  /** Messages of the session after it. */
  readonly length: number
  /** Whether `operation` had been done before, so that nothing was changed now. */
  readonly repeated: boolean
}

/** A message in its session. */
export interface StoredMessage {
  readonly position: number
  readonly message: Message
  /** Size of all messages before it, in UTF-16 units of their JSON text. Pages of a history are numbered by it. */
  readonly sizeBefore: number
  /** ISO 8601 instant. */
  readonly at?: string
}

/** A session from the outside. */
export interface SessionInfo {
  readonly id: string
  readonly revision: number
  /** In messages. */
  readonly length: number
  /** In UTF-16 units of the messages' JSON text. */
  readonly size: number
  /** ISO 8601 instants: the first and the last that messages and compactions came with, in the order they were added. */
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly forkedFrom?: { readonly session: string; readonly at: number }
}

/** How much of the end is wanted. At least one message comes, however large it is. */
export interface PageRequest {
  /** The page ends before this position. Default, and for one behind it: the end of the session. */
  readonly before?: number
  /** At most so many messages, 1 or more. Default 50. */
  readonly messages?: number
  /** At most so many UTF-16 units of JSON text. Default: no limit. */
  readonly size?: number
}

export interface SessionPage {
  /** Oldest first. */
  readonly messages: readonly StoredMessage[]
  /** Position of the first of them; where the next page ends. 0 when the beginning is reached. */
  readonly start: number
  /** Of the session, at the time of reading. 0 for one that is not there. */
  readonly revision: number
  readonly length: number
  /** What could not be read, and what was done about it. */
  readonly notices: readonly Notice[]
}

export interface ListRequest {
  /** Continue behind this id, whether or not it is there. */
  readonly after?: string
  /** At most so many, 1 or more. Default 100. */
  readonly limit?: number
}

export interface SessionList {
  readonly sessions: readonly SessionInfo[]
  /** One notice for each session of this page that cannot be read, and is missing from `sessions`. Absent: there is none. */
  readonly unreadable?: readonly Notice[]
  /** Whether there are more. */
  readonly more: boolean
}

/** A text that stands for messages `start` (included) to `end` (excluded). */
export interface NewCompaction {
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface Compaction extends NewCompaction {
  /** Of the session after it. */
  readonly revision: number
  readonly at?: string
}
