import type { Message } from '@lamella/core'
import { encodeAnthropic, fromAnthropic } from '@lamella/wire/anthropic'
import { encodeBedrockConverse, fromBedrockConverse } from '@lamella/wire/bedrock-converse'
import { encodeGemini, fromGemini } from '@lamella/wire/gemini'
import {
  encodeOpenAIChat,
  fromOpenAIChat,
  type Loss,
  type WireContext,
  type WireOptions,
  type WireRepair,
} from '@lamella/wire/openai-chat'
import { encodeOpenAIResponses, fromOpenAIResponses } from '@lamella/wire/openai-responses'
import type { WireFormat } from '@lamella/wire/validate'

interface Encoded {
  readonly request: object
  readonly losses: readonly Loss[]
  readonly repairs: readonly WireRepair[]
}

/** A wire format as the tests of all formats see it. */
export interface Format {
  readonly name: WireFormat
  encode(context: WireContext, options?: WireOptions): Encoded
  /** Returns the history of a decoded request. */
  decode(request: object): Message[]
}

const field = (request: object, name: string): unknown => (request as Record<string, unknown>)[name]

export const formats: readonly Format[] = [
  {
    name: 'openai-chat',
    encode: (context, options) => encodeOpenAIChat(context, { model: 'gpt-4o', ...options }),
    decode: (request) => fromOpenAIChat(field(request, 'messages')),
  },
  {
    name: 'openai-responses',
    encode: (context, options) => encodeOpenAIResponses(context, { model: 'gpt-4o', ...options }),
    decode: (request) => fromOpenAIResponses(field(request, 'input')),
  },
  {
    name: 'anthropic',
    encode: (context, options) => encodeAnthropic(context, { model: 'claude-sonnet-4-5', ...options }),
    decode: (request) => fromAnthropic(field(request, 'messages')),
  },
  {
    name: 'gemini',
    encode: (context, options) => encodeGemini(context, { model: 'gemini-2.5-pro', ...options }),
    decode: (request) => fromGemini(field(request, 'contents')),
  },
  {
    name: 'bedrock-converse',
    encode: (context, options) => encodeBedrockConverse(context, { model: 'amazon.nova-pro-v1:0', ...options }),
    decode: (request) => fromBedrockConverse(field(request, 'messages')),
  },
]
