import type { Stability } from './layer.ts'
import type { ContextTool, Message, SystemMessage } from './message.ts'
import type { Parameters } from './parameters.ts'
import type { Report } from './report.ts'

/** One layer's part of the system prompt. Structurally a system message. */
export interface SystemPart extends SystemMessage {
  readonly layer: string
  readonly stability: Stability
}

/** The result of a build. Everything in it is new or frozen by convention: change a copy instead. */
export interface Context<Names extends string = string> {
  /** The system prompt, one part per layer, in order. Mutable arrays for the AI SDK's sake, as in `Message`. */
  readonly system: SystemPart[]
  readonly messages: Message[]
  readonly tools: readonly ContextTool[]
  readonly parameters: Parameters
  readonly report: Report<Names>
}
