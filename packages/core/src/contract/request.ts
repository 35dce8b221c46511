import type { Message, ToolDefinition, UserMessage, UserPart } from './message.ts'
import type { Scope } from './scope.ts'
import type { Notice, Session } from './sources.ts'

/** The input of a build. `Needs` of the layers are added to it. */
export interface BuildRequest {
  readonly scope: Scope
  /** The conversation so far. Read from its end, never changed. */
  readonly session?: Session | readonly Message[]
  readonly message?: string | UserPart[] | UserMessage
  readonly tools?: readonly ToolDefinition[]
  /** What the caller has noticed about the request: its report has it. Default: nothing. */
  readonly notices?: readonly Notice[] | undefined
  /** The time to show the model. Without it no layer shows a date. */
  readonly now?: Date
  readonly signal?: AbortSignal
}
