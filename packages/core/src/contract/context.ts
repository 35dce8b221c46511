import type { ContextTool, Message } from './message.ts'
import type { Parameters } from './parameters.ts'
import type { Report } from './report.ts'
import type { SystemPart } from './system-part.ts'

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
  readonly report: Required<Pick<Report, 'details'>>
}
