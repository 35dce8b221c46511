import type { Framing } from '@lamella/core'
import { measureOpenAIImage, openaiImageTokens } from '../openai/image-tokens.ts'

/**
 * What OpenAI Chat adds around texts, in tokens.
 *
 * Source of `request`, `message` and `tool`: OpenAI Cookbook, "How to count tokens with tiktoken" (sections 6 and 7):
 * 3 tokens a message and 1 for its role (each role is one token in cl100k_base and o200k_base), 3 that prime the reply;
 * 7 (gpt-4o) or 10 (gpt-4) a tool, and 12 once. The cookbook counts a schema by its names and descriptions; the core
 * counts its JSON text, which has 9 tokens even for a tool without arguments and more than the cookbook's 3 a property.
 * 13 a tool therefore is never below the published count: 13 + 9 is gpt-4's 10 + 12.
 *
 * `toolCall` and `toolResult` are not published. A result is a message of its own (4) that names the tool and the
 * recipient again; parallel calls are wrapped one by one. These are upper bounds, to stay inside of the window.
 *
 * `image` is that of a photo of 12 megapixels with GPT-5.6 and later, which have no limit below 36,000. Older models take at
 * most 1,445 (GPT-4o) to 12,000 (GPT-5.5), and GPT-4o mini 48,169: `openaiChatFramingFor` knows which. Images whose size can
 * be read from their bytes are counted by it: `openaiImageTokens`. Without a model, as the dearest of those that may be.
 */
export const openaiChatFraming: Framing = {
  name: 'openai-chat',
  request: 3,
  message: 4,
  toolCall: 12,
  toolResult: 8,
  namesResults: true,
  tool: 13,
  image: 14_364,
  measureImage: (image) => measureOpenAIImage(image, undefined),
  systemSeparator: '\n\n',
}

/**
 * The framing for one model: its images are counted by its own rule.
 *
 * @example
 * openaiChatFramingFor({ model: 'gpt-4o' }).image // 1445
 */
export function openaiChatFramingFor({ model }: { readonly model: string }): Framing {
  return {
    ...openaiChatFraming,
    image: openaiImageTokens({ model }),
    measureImage: (image) => measureOpenAIImage(image, model),
  }
}
