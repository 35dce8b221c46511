import type { Framing } from '@lamella/core'
import { measureEncrypted } from '../openai/hidden-tokens.ts'
import { measureOpenAIImage, openaiImageTokens } from '../openai/image-tokens.ts'

/**
 * What OpenAI Responses adds around texts, in tokens.
 *
 * The same models read requests of Responses and of Chat, and render both into the same prompt: a message costs what it
 * costs there (OpenAI Cookbook, "How to count tokens with tiktoken": 3 tokens and 1 for the role, 3 that prime the reply;
 * at most 13 a tool beyond its texts and the 9 of an empty schema, 12 once included). Instructions are one more message.
 * OpenAI publishes no count for Responses but an endpoint that counts a request exactly, `POST /v1/responses/input_tokens`
 * ("Counting tokens": "includes formatting tokens ... such as message roles and boundaries").
 *
 * `toolCall` and `toolResult` are not published. A call is an item of its own here, with its boundaries and the recipient:
 * a message (4) and the 12 of Chat. A result names the tool and the recipient again, as in Chat. These are upper bounds,
 * to stay inside of the window.
 *
 * `image` and the images whose size can be read from their bytes: as in Chat. An image in a result, which Chat cannot send,
 * costs what one of a user costs. Reasoning that goes back encrypted is counted by its length; what OpenAI has stored under
 * an id cannot be counted here, and OpenAI leaves that of earlier turns out by itself.
 */
export const openaiResponsesFraming: Framing = {
  name: 'openai-responses',
  request: 3,
  message: 4,
  toolCall: 16,
  toolResult: 8,
  namesResults: true,
  tool: 13,
  image: 14_364,
  measureImage: (image) => measureOpenAIImage(image, undefined),
  measureHidden: measureEncrypted,
  systemSeparator: '\n\n',
}

/**
 * The framing for one model: its images are counted by its own rule.
 *
 * @example
 * openaiResponsesFramingFor({ model: 'gpt-5.4' }).image // 3000
 */
export function openaiResponsesFramingFor({ model }: { readonly model: string }): Framing {
  return {
    ...openaiResponsesFraming,
    image: openaiImageTokens({ model }),
    measureImage: (image) => measureOpenAIImage(image, model),
  }
}
