import type { Framing } from '@lamella/core'
import { anthropicFraming, decodeAnthropic, encodeAnthropic, validateAnthropic } from '@lamella/wire/anthropic'
import {
  bedrockConverseFraming,
  decodeBedrockConverse,
  encodeBedrockConverse,
  validateBedrockConverse,
} from '@lamella/wire/bedrock-converse'
import { type WireFormat, wireFormatNames, wireFormats } from '@lamella/wire/formats'
import { decodeGemini, encodeGemini, geminiFraming, validateGemini } from '@lamella/wire/gemini'
import type { Loss, Violation, WireContext } from '@lamella/wire/kit'
import { decodeOpenAIChat, encodeOpenAIChat, openaiChatFraming, validateOpenAIChat } from '@lamella/wire/openai-chat'
import {
  decodeOpenAIResponses,
  encodeOpenAIResponses,
  openaiResponsesFraming,
  validateOpenAIResponses,
} from '@lamella/wire/openai-responses'

/** What the page uses of a format. The formats as whole objects would bring along how answers are read. */
export interface PageFormat {
  readonly name: WireFormat
  readonly title: string
  encode(context: WireContext): { readonly request: object; readonly losses: readonly Loss[] }
  /** @throws LamellaError if the value is no request of the format */
  decode(request: unknown): WireContext
  validate(request: unknown): readonly Violation[]
  readonly framing: Framing
}

const models = (name: WireFormat): { readonly model: string } => ({ model: wireFormats[name].model })

const functions: Readonly<Record<WireFormat, Omit<PageFormat, 'name' | 'title'>>> = {
  'openai-chat': {
    encode: (context) => encodeOpenAIChat(context, modelOf(context) ?? models('openai-chat')),
    decode: decodeOpenAIChat,
    validate: validateOpenAIChat,
    framing: openaiChatFraming,
  },
  'openai-responses': {
    encode: (context) => encodeOpenAIResponses(context, modelOf(context) ?? models('openai-responses')),
    decode: decodeOpenAIResponses,
    validate: validateOpenAIResponses,
    framing: openaiResponsesFraming,
  },
  anthropic: {
    encode: (context) => encodeAnthropic(context, modelOf(context) ?? models('anthropic')),
    decode: decodeAnthropic,
    validate: validateAnthropic,
    framing: anthropicFraming,
  },
  gemini: {
    encode: (context) => encodeGemini(context, modelOf(context) ?? models('gemini')),
    decode: decodeGemini,
    validate: validateGemini,
    framing: geminiFraming,
  },
  'bedrock-converse': {
    encode: (context) => encodeBedrockConverse(context, modelOf(context) ?? models('bedrock-converse')),
    decode: decodeBedrockConverse,
    validate: validateBedrockConverse,
    framing: bedrockConverseFraming,
  },
}

/** All formats, in the order of their table. */
export const pageFormats: readonly PageFormat[] = wireFormatNames.map((name) => ({
  ...functions[name],
  name,
  title: wireFormats[name].title,
}))

function modelOf({ parameters }: WireContext): { readonly model: string } | undefined {
  return parameters?.model === undefined ? undefined : { model: parameters.model }
}
