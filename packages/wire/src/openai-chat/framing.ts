import type { Framing } from '@lamella/core'
import { checkOptions, mustBeText } from '@lamella/core/plugin'
import { measureOpenAIFile, measureOpenAIImage, openaiImageTokens } from '../openai/media-tokens.ts'
import { takesInstructions } from '../openai/models.ts'
import { lengthNotices } from '../shared/unknown-length.ts'

/**
 * The tokens that OpenAI Chat adds around texts.
 *
 * Source of `request`, `message` and `tool`: OpenAI Cookbook, "How to count tokens with tiktoken" (sections 6 and 7): 3
 * tokens per message and 1 for its role (each role is one token in cl100k_base and o200k_base), 3 that prime the reply;
 * 7 (gpt-4o) or 10 (gpt-4) per tool, and 12 once. The cookbook counts a schema by its names and descriptions; the core
 * counts its JSON text, which has 9 tokens even for a tool without arguments and more than the cookbook's 3 per
 * property. 13 per tool is therefore never below the published count: 13 + 9 equals gpt-4's 10 + 12.
 *
 * `toolCall` and `toolResult` are not published. A result is a separate message (4) that names the tool and the
 * recipient again; parallel calls are wrapped one by one. These are upper bounds, to stay within the window.
 *
 * `image` is the cost of a 12-megapixel photo with GPT-5.6 and later, which have no limit below 36,000. Older models
 * use at most 1,445 (GPT-4o) to 12,000 (GPT-5.5), and GPT-4o mini 48,169: `openaiChatFramingFor` selects the value for
 * a model. Images whose size can be read from their bytes are counted by size: `openaiImageTokens`. Without a model,
 * the most expensive candidate applies.
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
  measureFile: (file) => measureOpenAIFile(file, undefined),
  notices: lengthNotices,
  takesInstructions: ({ model }) => takesInstructions(model),
  systemSeparator: '\n\n',
}

/**
 * Returns the framing for one model, with that model's image costs.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * openaiChatFramingFor({ model: 'gpt-4o' }).image // 1445
 */
export function openaiChatFramingFor(options: { readonly model: string }): Framing {
  const { model } = checkOptions('openaiChatFramingFor', options, { model: mustBeText }, ['model'])
  return {
    ...openaiChatFraming,
    image: openaiImageTokens({ model }),
    measureImage: (image) => measureOpenAIImage(image, model),
    measureFile: (file) => measureOpenAIFile(file, model),
    takesInstructions: (parameters) => takesInstructions(parameters.model ?? model),
  }
}
