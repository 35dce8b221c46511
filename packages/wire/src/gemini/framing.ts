import type { Framing } from '@lamella/core'
import { measureSignature } from './hidden-tokens.ts'
import { type GeminiMediaResolution, geminiImageTokens, measureGeminiImage } from './image-tokens.ts'
import { measureThinkingBudget } from './thinking-budget.ts'

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
 * `geminiFramingFor` knows which. Images whose size can be read from their bytes are counted by it: `geminiImageTokens`.
 * Signatures are counted by their length. A `thinkingBudget` is kept free beside the reserve.
 */
export const geminiFraming: Framing = {
  name: 'gemini',
  request: 4,
  message: 5,
  toolCall: 12,
  toolResult: 16,
  namesResults: true,
  tool: 16,
  tools: 64,
  image: 2_304,
  measureImage: (image) => measureGeminiImage(image, undefined, undefined),
  measureHidden: measureSignature,
  measureThinking: measureThinkingBudget,
  systemSeparator: '\n\n',
}

/**
 * The framing for one model, and for the `mediaResolution` that a request asks for.
 *
 * @example
 * geminiFramingFor({ model: 'gemini-3-flash', resolution: 'low' }).image // 280
 */
export function geminiFramingFor({
  model,
  resolution,
}: {
  readonly model: string
  readonly resolution?: GeminiMediaResolution | undefined
}): Framing {
  return {
    ...geminiFraming,
    image: geminiImageTokens({ model, resolution }),
    measureImage: (image) => measureGeminiImage(image, model, resolution),
  }
}
