import type { BuiltContext } from '@lamella/core'
import { toAnthropic } from '@lamella/wire/anthropic'
import { encodeBedrockConverse } from '@lamella/wire/bedrock-converse'
import { encodeGemini } from '@lamella/wire/gemini'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { toOpenAIResponses } from '@lamella/wire/openai-responses'

export type Format = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini' | 'bedrock-converse'

/** Every wire format of a request, as the body that is sent. */
export const encoders: Readonly<Record<Format, (context: BuiltContext) => object>> = {
  anthropic: (context) => toAnthropic(context),
  'openai-chat': (context) => toOpenAIChat(context),
  'openai-responses': (context) => toOpenAIResponses(context),
  gemini: (context) => encodeGemini(context).request,
  'bedrock-converse': (context) => encodeBedrockConverse(context).request,
}
