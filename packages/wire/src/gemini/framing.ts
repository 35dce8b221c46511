import type { Framing, Parameters, Part } from '@lamella/core'
import { checkOptions, mustBeOneOf, mustBeText } from '@lamella/core/plugin'
import { isRecord } from '../shared/guards.ts'
import { lengthNotices } from '../shared/unknown-length.ts'
import {
  byResolution,
  type GeminiMediaResolution,
  geminiImageTokens,
  measureGeminiFile,
  measureGeminiImage,
} from './media-tokens.ts'
import { peekFields } from './provider-fields.ts'

/** Returns the thinking budget in the parameters, in tokens; 0 if they leave it to the model. */
function measureThinkingBudget({ providerOptions }: Parameters): number {
  const { thinkingConfig, generationConfig } = peekFields(providerOptions) as Readonly<Record<string, unknown>>
  const asked = thinkingConfig ?? (isRecord(generationConfig) ? generationConfig['thinkingConfig'] : undefined)
  const budget = isRecord(asked) ? asked['thinkingBudget'] : undefined
  return Number.isSafeInteger(budget) ? Math.max(0, budget as number) : 0
}

/** Signature characters per token of thought. Measured: 4.2 or more, once 2.4, in 348 answers. */
const charactersPerToken = 4

/**
 * Estimates the tokens of the thoughts in a signature. An upper bound, from signature lengths compared with
 * `thoughtsTokenCount` in recorded answers of pydantic/pydantic-ai.
 */
function measureSignature(part: Part): number {
  if (!('providerOptions' in part)) return 0
  const { thoughtSignature } = peekFields(part.providerOptions)
  return typeof thoughtSignature === 'string' ? Math.ceil(thoughtSignature.length / charactersPerToken) : 0
}

/**
 * The tokens that Gemini adds around texts.
 *
 * Google does not publish its framing: the tokenizer of its own SDK (@google/genai, `LocalTokenizer`) only adds up
 * texts, names and keys. These are upper bounds, to stay within the window.
 *
 * `request` and `message`: turns of Gemma, whose format is published, have two control tokens, a role and two line
 * breaks, and the reply is primed by three more after the start-of-text token. Source: ai.google.dev, "Gemma formatting
 * and system instructions". `toolCall` and `toolResult` repeat a name, and results are a separate turn. `tool` and
 * `tools`: declarations are rewritten for the model, with text around each and around all of them.
 *
 * `image` is the maximum for a single image: 256 plus about 2,048 for its crops (Gemini 2.5), which is more than the
 * highest resolution of Gemini 3 (2,240, its default is 1,120). Source: ai.google.dev, "Media resolution", "Token
 * counts". `geminiFramingFor` selects the value for a model. Images whose size can be read from their bytes are counted
 * by size: `geminiImageTokens`. Signatures are counted by length. A `thinkingBudget` is kept free in addition to the
 * reserve.
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
  measureFile: (file) => measureGeminiFile(file, undefined, undefined),
  notices: lengthNotices,
  measureHidden: measureSignature,
  measureThinking: measureThinkingBudget,
  systemSeparator: '\n\n',
}

/**
 * Returns the framing for one model and the `mediaResolution` of a request.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * geminiFramingFor({ model: 'gemini-3-flash', resolution: 'low' }).image // 280
 */
export function geminiFramingFor(options: {
  readonly model: string
  readonly resolution?: GeminiMediaResolution | undefined
}): Framing {
  const checks = { model: mustBeText, resolution: mustBeOneOf(Object.keys(byResolution)) }
  const { model, resolution } = checkOptions('geminiFramingFor', options, checks, ['model'])
  return {
    ...geminiFraming,
    image: geminiImageTokens({ model, resolution }),
    measureImage: (image) => measureGeminiImage(image, model, resolution),
    measureFile: (file) => measureGeminiFile(file, model, resolution),
  }
}
