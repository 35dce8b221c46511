import type { Framing } from '@lamella/core'
import type { AnthropicOptions, AnthropicRequest, DecodedResponse, ResponseOptions } from '@lamella/wire/anthropic'
import type { BedrockConverseOptions, BedrockConverseRequest } from '@lamella/wire/bedrock-converse'
import type { WireFormat } from '@lamella/wire/formats'
import type { GeminiOptions, GenAIParameters } from '@lamella/wire/gemini'
import type { WireContext, WireOptions } from '@lamella/wire/kit'
import type { OpenAIChatOptions, OpenAIChatRequest } from '@lamella/wire/openai-chat'
import type { OpenAIResponsesOptions, OpenAIResponsesRequest } from '@lamella/wire/openai-responses'

type Named = { readonly model: string }

/** The request of each format, as its provider's SDK takes it, and the options of its encoder. */
export interface TargetFormats {
  /** The argument of `client.chat.completions.create` in the `openai` package. */
  'openai-chat': { readonly request: OpenAIChatRequest & Named; readonly options: OpenAIChatOptions }
  /** The argument of `client.responses.create` in the `openai` package. */
  'openai-responses': { readonly request: OpenAIResponsesRequest & Named; readonly options: OpenAIResponsesOptions }
  /** The argument of `client.messages.create` in the `@anthropic-ai/sdk` package. */
  anthropic: { readonly request: AnthropicRequest & Named; readonly options: AnthropicOptions }
  /** The argument of `client.models.generateContent` in the `@google/genai` package. */
  gemini: { readonly request: GenAIParameters; readonly options: GeminiOptions }
  /** The input of `ConverseCommand` in the `@aws-sdk/client-bedrock-runtime` package. */
  'bedrock-converse': {
    readonly request: BedrockConverseRequest<Uint8Array> & { readonly modelId: string }
    readonly options: BedrockConverseOptions & { readonly bytes?: 'binary' }
  }
}

/** What a target needs of its format. */
export interface LoadedFormat {
  framingFor(options: { readonly model: string }): Framing
  /** The options are checked by the encoder. */
  encode(context: WireContext, options: WireOptions): object
  decode(response: unknown, options?: ResponseOptions): DecodedResponse
}

/** Bundlers put each format in a separate file. */
export const loadFormat: Readonly<Record<WireFormat, () => Promise<LoadedFormat>>> = {
  'openai-chat': async () => {
    const { openaiChat, toOpenAIChat, decodeOpenAIChatResponse } = await import('@lamella/wire/openai-chat')
    return { ...openaiChat, encode: toOpenAIChat, decode: decodeOpenAIChatResponse }
  },
  'openai-responses': async () => {
    const { openaiResponses, toOpenAIResponses, decodeOpenAIResponsesResponse } = await import(
      '@lamella/wire/openai-responses'
    )
    return { ...openaiResponses, encode: toOpenAIResponses, decode: decodeOpenAIResponsesResponse }
  },
  anthropic: async () => {
    const { anthropic, toAnthropic, decodeAnthropicResponse } = await import('@lamella/wire/anthropic')
    return { ...anthropic, encode: toAnthropic, decode: decodeAnthropicResponse }
  },
  gemini: async () => {
    const { gemini, toGemini, decodeGeminiResponse } = await import('@lamella/wire/gemini')
    return { ...gemini, encode: toGemini, decode: decodeGeminiResponse }
  },
  'bedrock-converse': async () => {
    const { bedrockConverse, toBedrockConverse, decodeBedrockConverseResponse } = await import(
      '@lamella/wire/bedrock-converse'
    )
    return { ...bedrockConverse, encode: toBedrockConverse, decode: decodeBedrockConverseResponse }
  },
}
