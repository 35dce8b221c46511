import type { Stability } from './layer.ts'
import type {
  ContextTool,
  Message,
  Parameters,
  SystemMessage,
  ToolDefinition,
  UserMessage,
  UserPart,
} from './message.ts'
import type { Report } from './report.ts'
import type { Scope } from './scope.ts'
import type { Notice, Session } from './sources.ts'

/** The result of a build. Everything in it is new or frozen by convention: change a copy instead. */
export interface Context<Names extends string = string> {
  /** The system prompt, one part per layer, in order. Mutable arrays for the AI SDK's sake, as in `Message`. */
  readonly system: SystemPart[]
  readonly messages: Message[]
  readonly tools: readonly ContextTool[]
  readonly parameters: Parameters
  readonly report: Report<Names>
}

/** A context from the builder. */
export type BuiltContext<Names extends string = string> = Context<Names> & {
  readonly report: Required<Pick<Report, 'built'>>
}

/** One layer's part of the system prompt. Structurally a system message. */
export interface SystemPart extends SystemMessage {
  readonly layer: string
  readonly stability: Stability
}

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
