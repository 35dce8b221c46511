import type { Framing } from '@lamella/core'

/**
 * What Anthropic Messages adds around texts, in tokens.
 *
 * `tools` is what the API writes of its own as soon as there are tools: at most 804, with Opus 4.7 and a forced choice; 286
 * to 675 with a free one, by model (Opus 5: 286, Sonnet 4.5: 496). Give `{ ...anthropicFraming, tools: 496 }` to count
 * closer. Source: Anthropic, "Tool use overview", "Pricing", as read in September 2026.
 *
 * `image` is the largest of Claude 4.7 and later: patches of 28 pixels, 4,784 at most. Older models take 1,568 at most.
 * Source: Anthropic, "Vision", "Resolution and token cost". The older rule of width x height / 750 gives about the same.
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
  systemSeparator: '\n\n',
}
