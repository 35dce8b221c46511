import type { Framing, Parameters, Part } from '@lamella/core'
import { checkOptions, mustBeBoolean, mustBeText } from '@lamella/core/plugin'
import { isRecord } from '../shared/guards.ts'
import { lengthNotices } from '../shared/unknown-length.ts'
import { ownToolOf } from './encode/tool-names.ts'
import { minThinkingBudget } from './limits.ts'
import { anthropicImageTokens, measureAnthropicFile, measureAnthropicImage } from './media-tokens.ts'
import { isOnBedrock, takesSystemRole } from './models.ts'
import { peekFields } from './provider-fields.ts'

/** Returns the budget of manual thinking that the parameters set, in tokens; 0 without it. */
function measureThinkingBudget({ providerOptions }: Parameters): number {
  const { thinking, extra } = peekFields(providerOptions)
  const asked: unknown = thinking ?? (isRecord(extra) ? extra['thinking'] : undefined)
  if (!isRecord(asked) || asked['type'] !== 'enabled') return 0
  const budget = asked['budgetTokens'] ?? asked['budget_tokens'] ?? minThinkingBudget
  return Number.isSafeInteger(budget) ? Math.max(0, budget as number) : 0
}

/**
 * The tokens that Anthropic Messages adds around texts.
 *
 * `tools` is the text that the API itself adds if there are tools: at most 804, with Opus 4.7 and a forced choice; 286
 * to 675 with a free one, by model (Opus 5: 286, Sonnet 4.5: 496). Pass `{ ...anthropicFraming, tools: 496 }` for a
 * closer count. Source: Anthropic, "Tool use overview", "Pricing", as read in September 2026.
 *
 * `image` is the cost of the largest image with Claude 4.7 and later: patches of 28 pixels, at most 4,784. Older models
 * use at most 1,568: `anthropicFramingFor` distinguishes them. Images whose bytes contain their size are counted by it:
 * `anthropicImageTokens`. Redacted or hidden thinking is counted by its length. A thinking budget is kept free in
 * addition to the reserve.
 *
 * The rest is not published. `request` and `message` are derived from the examples of the API reference, where "Hello,
 * Claude" alone counts 12 tokens and a conversation of three short messages 30; `toolCall`, `toolResult` and `tool` are
 * upper bounds, to stay within the window.
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
  measureFile: measureAnthropicFile,
  notices: lengthNotices,
  measureHidden: (part) => measureHiddenThinking(part),
  measureThinking: measureThinkingBudget,
  takesInstructions: ({ model }) => takesSystemRole(model),
  systemSeparator: '\n\n',
}

/** What a framing is for. */
export interface AnthropicFramingOptions {
  readonly model: string
  /**
   * Whether a run announces changed tools in messages, for models that take them there, instead of beginning a new epoch. Needs
   * a beta, which `toAnthropicBeta` names: without it, the API rejects the request. Not on Amazon Bedrock, which takes no
   * definitions in messages. Default `false`.
   */
  readonly toolChanges?: boolean
}

/**
 * Returns the framing for one model, which counts images at that model's resolution.
 *
 * @example
 * anthropicFramingFor({ model: 'claude-haiku-4-5' }).image // 1568
 */
export function anthropicFramingFor(options: AnthropicFramingOptions): Framing {
  const checks = { model: mustBeText, toolChanges: mustBeBoolean }
  const { model, toolChanges = false } = checkOptions('anthropicFramingFor', options, checks, ['model'])
  const takesToolChanges: Framing['takesToolChanges'] = (parameters, added) => {
    const name = parameters.model ?? model
    // Some of Anthropic's own tools cannot be defined in a message.
    return takesSystemRole(name) && !isOnBedrock(name) && added.every((tool) => ownToolOf(tool) === undefined)
  }
  return {
    ...anthropicFraming,
    image: anthropicImageTokens({ model }),
    measureImage: (image) => measureAnthropicImage(image, model),
    takesInstructions: (parameters) => takesSystemRole(parameters.model ?? model),
    ...(toolChanges && { takesToolChanges }),
  }
}

/** Minimum number of characters of redacted thinking per token. Measured: 4.2 or more. */
const perRedactedToken = 4
/** Minimum number of characters in a signature per token of hidden thinking. Measured: 8.2 or more (Sonnet 5). */
const perSignatureToken = 5

/**
 * Returns the tokens of thinking without text: redacted, or only in its signature. A signature with its text repeats
 * that text, and costs nothing extra. Upper bounds, from recorded answers of pydantic/pydantic-ai and their usage.
 */
export function measureHiddenThinking(part: Part, provider: string = 'anthropic'): number {
  if (part.type !== 'reasoning') return 0
  const fields: unknown = part.providerOptions?.[provider]
  if (!isRecord(fields)) return 0
  const { redactedContent, redactedData = redactedContent, signature } = fields
  if (typeof redactedData === 'string') return Math.ceil(redactedData.length / perRedactedToken)
  return part.text === '' && typeof signature === 'string' ? Math.ceil(signature.length / perSignatureToken) : 0
}
