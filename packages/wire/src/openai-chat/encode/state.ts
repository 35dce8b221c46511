import type { EncodeState } from '../../kit/run.ts'
import type { OpenAICacheOptions } from '../../openai/prompt-cache.ts'
import type { WireOptions } from '../../shared/options.ts'
import type { OpenAIChatFields } from '../fields.ts'
import type { OpenAIChatMessage, OpenAIChatRequest, OpenAIChatTool, OpenAIChatUserPart } from '../types.ts'

/** How to write an OpenAI Chat request; every option has a default. */
export interface OpenAIChatOptions extends WireOptions {
  /** The role of system messages. Reasoning models call it `developer`. Default `'system'`, which all models accept. */
  readonly systemRole?: 'system' | 'developer'
  /**
   * The fields that the server takes in messages, parts, calls and tools besides those that the encoder writes. Others are left
   * out, which is reported: Groq and Cerebras take `['reasoning']`, OpenAI `['name', 'audio']`. Default: all that some server
   * takes; for Mistral's models `['prefix']`.
   */
  readonly acceptedFields?: readonly string[]
  /** Improves the hit rate of OpenAI's prompt cache by sending a key for the start of the request. Default `false`. */
  readonly cache?: boolean | OpenAICacheOptions
}

export interface ChatTypes {
  readonly options: OpenAIChatOptions
  readonly run: {
    readonly systemRole: 'system' | 'developer'
    /** The messages of a request under construction. */
    readonly messages: OpenAIChatMessage[]
  }
  readonly tool: OpenAIChatTool
  readonly system: undefined
  readonly part: OpenAIChatUserPart
  readonly turn: OpenAIChatFields
  readonly request: OpenAIChatRequest
}

/** A position in the context, and the shared state of this encoder run. */
export type ChatState = EncodeState<ChatTypes>

/** The format's name as used in sentences. */
export const title = 'OpenAI Chat'
