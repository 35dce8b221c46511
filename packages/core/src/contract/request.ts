import type { Message, ToolDefinition, UserMessage, UserPart } from './message.ts'
import type { PreviousRequest } from './request-layout.ts'
import type { RunState } from './run.ts'
import type { Scope } from './scope.ts'
import type { Session } from './sources.ts'

/** The input of a build. `Needs` of the layers are added to it. */
export interface BuildRequest {
  readonly scope: Scope
  /** The conversation so far. Read from its end, never changed. */
  readonly session?: Session | readonly Message[]
  readonly message?: string | UserPart[] | UserMessage
  readonly tools?: readonly ToolDefinition[]
  /** The last request, from `previousRequest`: `report.cache` says how much of this one repeats it, and what broke it. */
  readonly previous?: PreviousRequest | undefined
  /** The run that this request extends: `context.run` of the request before. */
  readonly run?: RunState | undefined
  /** Begins a new epoch of the run, although none is needed. Default `false`. */
  readonly cut?: boolean | undefined
  /** The time to show the model. Without it no layer shows a date. */
  readonly now?: Date
  readonly signal?: AbortSignal
}
