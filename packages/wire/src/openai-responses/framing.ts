import type { Framing } from '@lamella/core'

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
 * `image` is the largest for models that count patches: 1,536 patches of 32 pixels at 2.46 tokens (gpt-4.1-nano). Newer
 * models take up to 2,500 patches at 1.2 tokens, 3,000 (measured: community.openai.com/t/1377015). An image in a result,
 * which Chat cannot send, costs what one of a user costs. Only gpt-4o-mini counts more, and with `detail: 'original'`
 * larger models do: give `{ ...openaiResponsesFraming, image: 48_169 }` there.
 */
export const openaiResponsesFraming: Framing = {
  name: 'openai-responses',
  request: 3,
  message: 4,
  toolCall: 16,
  toolResult: 8,
  tool: 13,
  image: 3_779,
  systemSeparator: '\n\n',
}
