import type { EncodeState } from '../../kit/run.ts'
import type { OpenAICacheOptions } from '../../openai/prompt-cache.ts'
import type { WireOptions } from '../../shared/options.ts'
import type { OpenAIChatFields } from '../fields.ts'
import type { OpenAIChatMessage, OpenAIChatRequest, OpenAIChatTool, OpenAIChatUserPart } from '../types.ts'

/** How to write a request of OpenAI Chat; everything has a default. */
export interface OpenAIChatOptions extends WireOptions {
  /** The role of system messages. Reasoning models call it `developer`. Default `'system'`, which all take. */
  readonly systemRole?: 'system' | 'developer'
  /** Helps OpenAI's prompt cache: names the start of the request. Default `false`. */
  readonly cache?: boolean | OpenAICacheOptions
}

export interface ChatTypes {
  readonly options: OpenAIChatOptions
  readonly run: {
    readonly systemRole: 'system' | 'developer'
    /** The messages of the request, as they grow. */
    readonly messages: OpenAIChatMessage[]
  }
  readonly tool: OpenAIChatTool
  readonly system: undefined
  readonly part: OpenAIChatUserPart
  readonly turn: OpenAIChatFields
  readonly request: OpenAIChatRequest
}

/** A place in the context, and what one run of this encoder shares. */
export type ChatState = EncodeState<ChatTypes>

/** The format's name in a sentence. */
export const title = 'OpenAI Chat'
