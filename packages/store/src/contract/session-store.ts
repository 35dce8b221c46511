import type { Message, Scope } from '@lamella/core'
import type { FoundMessage, SearchRequest, SearchResult } from './search.ts'
import type { SessionAdmin } from './session-admin.ts'
import type { SessionCompactions } from './session-compactions.ts'
import type { SessionRuns } from './session-runs.ts'
import type { SessionTransfer } from './session-transfer.ts'
import type {
  Appended,
  AppendOptions,
  ListRequest,
  PageRequest,
  SessionInfo,
  SessionList,
  SessionPage,
  StoredMessage,
} from './session-values.ts'

/**
 * Keeps conversations. A session belongs to one scope (tenant, user, agent; `session` and `kind` of a scope are
 * ignored) and has an id in it, such as `telegram_4711`. Sessions only grow: appended messages never change, nor do
 * their positions.
 *
 * Six methods make a store. Everything else is a capability, an object with all methods of one subject or a single function:
 * a store that lacks one does not support it. Stores have no `close`: it belongs to what opened the database or the files.
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
  /** States of runs. */
  readonly runs?: SessionRuns
  /** Texts that replace messages. */
  readonly compactions?: SessionCompactions
  /** Forks, exports and imports. */
  readonly transfer?: SessionTransfer
  /** Erasing a scope, and looking for lost data. */
  readonly admin?: SessionAdmin
  /** Returns the best messages of a scope's sessions (or of one of them) for a plain-language query, best first. */
  search?(scope: Scope, request: SearchRequest, session?: string): Promise<SearchResult<FoundMessage>>
  /**
   * Returns messages in the form in which `page` and `read` return them after `append`, for a store that changes what it keeps
   * (large results become heads with handles). It may store contents; a repetition returns the same. Appending what it returns
   * equals appending the messages. Absent: messages are kept as they are.
   */
  prepare?(scope: Scope, session: string, messages: readonly Message[]): Promise<readonly Message[]>
}
