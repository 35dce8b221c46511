import type { Framing } from '@lamella/core'
import { measureHiddenThinking } from './hidden-tokens.ts'
import { anthropicImageTokens, measureAnthropicImage } from './image-tokens.ts'
import { measureThinkingBudget } from './thinking-budget.ts'

/**
 * What Anthropic Messages adds around texts, in tokens.
 *
 * `tools` is what the API writes of its own as soon as there are tools: at most 804, with Opus 4.7 and a forced choice; 286
 * to 675 with a free one, by model (Opus 5: 286, Sonnet 4.5: 496). Give `{ ...anthropicFraming, tools: 496 }` to count
 * closer. Source: Anthropic, "Tool use overview", "Pricing", as read in September 2026.
 *
 * `image` is the largest of Claude 4.7 and later: patches of 28 pixels, 4,784 at most. Older models take 1,568 at most:
 * `anthropicFramingFor` knows which. Images whose size can be read from their bytes are counted by it:
 * `anthropicImageTokens`. Thinking that is redacted or not shown is counted by its length.
 * A budget of thinking is kept free beside the reserve.
 *
 * The rest is not published. `request` and `message` follow from the examples of the API reference, where "Hello, Claude"
 * alone counts 12 tokens and a conversation of three short messages 30; `toolCall`, `toolResult` and `tool` are upper
 * bounds, to stay inside of the window.
 */
export const anthropicFraming: Framing = {
  name: 'anthropic',
  request: 4,
  message: 4,
  toolCall: 20,
  toolResult: 12,
  tool: 12,
  tools: 804,
  image: 4_784,
  measureImage: (image) => measureAnthropicImage(image, undefined),
  measureHidden: measureHiddenThinking,
  measureThinking: measureThinkingBudget,
  systemSeparator: '\n\n',
}

/**
 * The framing for one model: its images are counted at its own resolution.
 *
 * @example
 * anthropicFramingFor({ model: 'claude-haiku-4-5' }).image // 1568
 */
export function anthropicFramingFor({ model }: { readonly model: string }): Framing {
  return {
    ...anthropicFraming,
    image: anthropicImageTokens({ model }),
    measureImage: (image) => measureAnthropicImage(image, model),
  }
}
