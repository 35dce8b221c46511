import type { BuiltContext } from '@lamella/core'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toBedrockConverse } from '@lamella/wire/bedrock-converse'
import { toGemini } from '@lamella/wire/gemini'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { toOpenAIResponses } from '@lamella/wire/openai-responses'

export type Format = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini' | 'bedrock-converse'

/** Every wire format of a request. */
export const encoders: Readonly<Record<Format, (context: BuiltContext) => object>> = {
  anthropic: (context) => toAnthropic(context),
  'openai-chat': (context) => toOpenAIChat(context),
  'openai-responses': (context) => toOpenAIResponses(context),
  gemini: (context) => toGemini(context),
  'bedrock-converse': (context) => toBedrockConverse(context),
}
