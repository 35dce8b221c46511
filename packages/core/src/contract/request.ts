import type { Message, ToolDefinition, UserMessage, UserPart } from './message.ts'
import type { RunState } from './run.ts'
import type { Scope } from './scope.ts'
import type { Notice, Session } from './sources.ts'

/** The input of a build. `Needs` of the layers are added to it. */
export interface BuildRequest {
  readonly scope: Scope
  /** The conversation so far. Read from its end, never changed. */
  readonly session?: Session | readonly Message[]
  readonly message?: string | UserPart[] | UserMessage
  readonly tools?: readonly ToolDefinition[]
  /** The run that this request extends: `context.run` of the request before. */
  readonly run?: RunState | undefined
  /**
   * Begins a new epoch of the run, although none is needed. Without `run`: the session was sent before by something else,
   * so its thinking is treated as made in another context. Default `false`.
   */
  readonly cut?: boolean | undefined
  /**
   * Builds the request again from which `run` comes, for a retry: nothing new is told, so the bytes are the same, as long as
   * the message, the session, the tools and the model are, and nothing was revoked. Default `false`.
   */
  readonly repeat?: boolean | undefined
  /** What the caller has noticed about the request: its report has it. Default: nothing. */
  readonly notices?: readonly Notice[] | undefined
  /** The time to show the model. Without it no layer shows a date. */
  readonly now?: Date
  readonly signal?: AbortSignal
}
