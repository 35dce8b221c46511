import type { Stability } from './layer.ts'
import type { ContextTool, Message, ProviderOptions, SystemMessage } from './message.ts'
import type { Report } from './report.ts'

/** One layer's part of the system prompt. Structurally a system message. */
export interface SystemPart extends SystemMessage {
  readonly layer: string
  readonly stability: Stability
}

/** Sampling parameters, passed through to the wire format. */
export interface Parameters {
  readonly model?: string
  readonly temperature?: number
  readonly topP?: number
  readonly maxOutputTokens?: number
  readonly stopSequences?: readonly string[]
  readonly seed?: number
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly type: 'tool'; readonly toolName: string }
  /** What one provider alone knows: reasoning effort, safety settings, fields of a recorded request. */
  readonly providerOptions?: ProviderOptions
}

/** The result of a build. Everything in it is new or frozen by convention: change a copy, not this. */
export interface Context<Names extends string = string> {
  /** The system prompt, a part a layer, in order. Mutable arrays for the AI SDK's sake, as in `Message`. */
  readonly system: SystemPart[]
  readonly messages: Message[]
  readonly tools: readonly ContextTool[]
  readonly parameters: Parameters
  readonly report: Report<Names>
}
