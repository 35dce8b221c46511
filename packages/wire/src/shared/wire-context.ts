import type { CacheReport, Message, Parameters, SystemMessage, TokenReport, ToolDefinition } from '@lamella/core'

/**
 * The parts of a context that an encoder reads. A `Context` of the core qualifies, as does a plain object with only
 * messages. It is never modified.
 */
export interface WireContext {
  /** The system prompt, one message per layer, in order. Default none. */
  readonly system?: readonly SystemMessage[]
  readonly messages: readonly Message[]
  readonly tools?: readonly ToolDefinition[]
  readonly parameters?: Parameters
  readonly report?: {
    /** Where prompt caching pays off. Read only if a cache plan is requested. */
    readonly cache: Pick<CacheReport, 'points'>
    /** The tokens left in the window for the output. Without it, no output limit is lowered. */
    readonly tokens?: Pick<TokenReport, 'window' | 'reserve' | 'total'>
    /** Present if the context extends a run: then marks of updates are its own. */
    readonly run?: object | undefined
  }
}

/** A context that names its model, as those of the assembler do. */
export interface WithModel {
  readonly parameters: { readonly model: string }
}

/** The result of decoding a whole request. Every encoder accepts it. */
export interface DecodedContext extends WireContext {
  readonly system: readonly SystemMessage[]
  readonly tools: readonly ToolDefinition[]
  readonly parameters: Parameters
}
