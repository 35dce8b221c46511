import type { Framing } from '@lamella/core'

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
 * `image` is the largest for models that count patches: 1,536 patches of 32 pixels at 2.46 tokens (the nano models). The
 * tiles of gpt-4o come to 1,445 at most (85 + 8 x 170). Only gpt-4o-mini counts more, up to 48,169 (2,833 + 8 x 5,667):
 * give `{ ...openaiChatFraming, image: 48_169 }` there. Source: OpenAI, "Images and vision", "Calculating costs".
 */
export const openaiChatFraming: Framing = {
  name: 'openai-chat',
  request: 3,
  message: 4,
  toolCall: 12,
  toolResult: 8,
  tool: 13,
  image: 3_779,
  systemSeparator: '\n\n',
}
