import type { Message, Parameters, SystemMessage, ToolDefinition } from '@lamella/core'

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
}
