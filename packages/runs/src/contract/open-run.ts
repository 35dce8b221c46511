import type { BuildRequest, Message, Scope, UserMessage } from '@lamella/core'
import type { RunReport } from '@lamella/core/plugin'
import type { Appended, SessionStore } from '@lamella/store'
import type { RunUsage } from './counts.ts'
import type { RunContext } from './extend.ts'
import type { RunState } from './run.ts'

/** Where a run is kept. */
export interface OpenRunOptions {
  /** A store that keeps runs (`runs`). */
  readonly sessions: SessionStore
  readonly scope: Scope
  /** The session's id in the store. It need not exist yet. */
  readonly id: string
  /**
   * The wire format of the requests, such as `anthropic`, or those that they may have: see `openSession`. Default: all
   * summaries are shown, and an encoder throws for one that only another provider can read.
   */
  readonly format?: string | readonly string[]
}

/** The next request of a run. `Needs` of the layers are added to it. */
export interface NextRequest extends Pick<BuildRequest, 'message' | 'tools' | 'now' | 'signal'> {
  /**
   * A name for this request, unique in the session, at most 200 characters. A retry with the same name gives the same
   * bytes, and its answer is appended once.
   */
  readonly operation?: string
  /**
   * Whether calls that have no result yet may be interrupted: the model then reads that they were not answered. A result that
   * arrives later is announced in an update with the next message. Default `false`: such a request is `RUN_CALLS_OPEN`.
   */
  readonly interrupt?: boolean
}

/** What `scrub` passes to the layers. */
export type ScrubRequest = Pick<NextRequest, 'tools' | 'now' | 'signal'>

/** A request whose answer is not in the session. */
export interface PendingRequest {
  readonly operation?: string
  /** Not in the session either: it is appended with the answer. */
  readonly message?: UserMessage
}

/** Options for appending to the session of a run. */
export interface RunAppendOptions {
  /**
   * The operation of the request that is answered. Default: that of the last `next`. With another name, messages are appended
   * under it; but not an answer, while a question waits.
   */
  readonly operation?: string
  /**
   * What the provider has counted the answered request as: `readUsage` of `@lamella/models` reads it from the response. The
   * next request is then counted from there, and only what is new in it is estimated.
   */
  readonly usage?: RunUsage | undefined
  /** When it happened. Stores read no clock: without it there is no time. */
  readonly at?: Date
}

/**
 * A session whose requests extend each other, kept in a store: any process continues where another ended, byte for byte.
 * Several may be open for one session; each reads the store again for each request.
 */
export interface Run<Names extends string = string, Needs extends object = object> {
  /** The run up to the last request of this object, or as it was opened. `undefined` before the first request. */
  readonly state: RunState | undefined
  /** The last request without an answer, for a process that continues after another one ended. */
  readonly pending: PendingRequest | undefined
  /**
   * Builds the next request, and stores it as pending before it returns. Reading does not advance the run: until an answer
   * is appended, the same message (or operation) gives the same bytes, and another message replaces it.
   *
   * While it builds, another call needs an `operation`, and so does this one: which of them an answer is for, only a name says.
   *
   * @throws LamellaError `REQUEST_INVALID` for two requests at once without names, `RUN_CALLS_OPEN`, `RUN_ANSWERED`,
   * `RUN_CONFLICT` if other processes keep changing the run, and the errors of `extend` and of the store
   */
  next(
    ...request: object extends Needs ? [request?: NextRequest & Needs] : [request: NextRequest & Needs]
  ): Promise<RunContext<Names>>
  /**
   * Appends the answer of the last request, after its message; or tool results, or anything else. In a process that has
   * asked nothing yet, the last request is `pending`. A user's message that is
   * appended while calls are open is sent after their results.
   *
   * @throws LamellaError `SESSION_CONFLICT` when something else was appended since the request was built, or, in a process that
   * has asked nothing yet, since the run was opened; `REQUEST_INVALID` without an `operation` after two requests at once, or for an
   * answer to an unknown one; and the errors of the store
   */
  append(messages: Message | readonly Message[], options?: RunAppendOptions): Promise<Appended>
  /** Has the next request begin a new epoch. */
  cut(): Promise<void>
  /**
   * Removes from the stored run what was erased or may no longer be seen, without waiting for the next request. Returns
   * what that cut costs; `undefined` if there was nothing to remove.
   *
   * @throws LamellaError `RUN_CONFLICT` if another process has changed the run meanwhile, and the errors of `extend`
   */
  scrub(
    ...request: object extends Needs ? [request?: ScrubRequest & Needs] : [request: ScrubRequest & Needs]
  ): Promise<RunReport['cut']>
}
