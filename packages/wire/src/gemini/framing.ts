import type { Framing } from '@lamella/core'

/**
 * What Gemini adds around texts, in tokens.
 *
 * Google publishes no framing: the tokenizer of its own SDK (@google/genai, `LocalTokenizer`) sums up texts, names and keys
 * alone. These are upper bounds, to stay inside of the window.
 *
 * `request` and `message`: the turns of Gemma, whose format is published, have two control tokens, a role and two line ends,
 * and the reply is primed by three more behind the start of the text. Source: ai.google.dev, "Gemma formatting and system
 * instructions". `toolCall` and `toolResult` wrap a name again, and results are a turn of their own. `tool` and `tools`:
 * declarations are rewritten for the model, with words of their own around each and around all.
 *
 * `image` is the largest of a single image: 256 and about 2,048 for its cuttings (Gemini 2.5), which is more than the highest
 * resolution of Gemini 3 (2,240, its default is 1,120). Source: ai.google.dev, "Media resolution", "Token counts".
 */
export const geminiFraming: Framing = {
  name: 'gemini',
  request: 4,
  message: 5,
  toolCall: 12,
  toolResult: 16,
  tool: 16,
  tools: 64,
  image: 2_304,
  systemSeparator: '\n\n',
}
