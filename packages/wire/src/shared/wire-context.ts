import type { CacheReport, Message, Parameters, SystemMessage, TokenReport, ToolDefinition } from '@lamella/core'

/**
 * What an encoder reads of a context. A `Context` of the core is one; so is a plain object with only messages in it.
 * Nothing in it is ever changed.
 */
export interface WireContext {
  /** The system prompt, a message a layer, in order. Default none. */
  readonly system?: readonly SystemMessage[]
  readonly messages: readonly Message[]
  readonly tools?: readonly ToolDefinition[]
  readonly parameters?: Parameters
  readonly report?: {
    /** Where prompt caches pay. Read only if the encoder is asked for a cache plan. */
    readonly cache: Pick<CacheReport, 'points'>
    /** What the window has left for the answer. Without it, no limit of the answer is lowered. */
    readonly tokens?: Pick<TokenReport, 'window' | 'reserve' | 'total'>
  }
}

/** A context that is known to name its model, as those of the assembler do. */
export interface WithModel {
  readonly parameters: { readonly model: string }
}

/** What a decoder makes of a whole request. Every encoder takes it. */
export interface DecodedContext extends WireContext {
  readonly system: readonly SystemMessage[]
  readonly tools: readonly ToolDefinition[]
  readonly parameters: Parameters
}
