import type { Framing, Part } from '@lamella/core'
import { checkOptions, mustBeBoolean, mustBeText, type NativeSummary } from '@lamella/core/plugin'
import { measureOpenAIFile, measureOpenAIImage, openaiImageTokens } from '../openai/media-tokens.ts'
import { takesInstructions } from '../openai/models.ts'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { lengthNotices } from '../shared/unknown-length.ts'
import { bindsReasoning, readsReasoningOf, takesSettingItems, takesToolItems } from './models.ts'
import { boundSettings, takesSettings } from './settings.ts'

/**
 * The tokens that OpenAI Responses adds around texts.
 *
 * The same models serve Responses and Chat, and render both into the same prompt, so a message costs the same (OpenAI
 * Cookbook, "How to count tokens with tiktoken": 3 tokens and 1 for the role, 3 that prime the reply; at most 13 per
 * tool beyond its texts and the 9 of an empty schema, including the one-time 12). Instructions are one more message.
 * OpenAI publishes no count for Responses but an endpoint that counts a request exactly, `POST
 * /v1/responses/input_tokens` ("Counting tokens": "includes formatting tokens ... such as message roles and
 * boundaries").
 *
 * `toolCall` and `toolResult` are not published. Here a call is a separate item, with its boundaries and the recipient:
 * a message (4) and the 12 of Chat. A result names the tool and the recipient again, as in Chat. These are upper
 * bounds, to stay within the window.
 *
 * `image` and the images whose size can be read from their bytes: as in Chat. An image in a result, which Chat cannot
 * send, costs the same as a user image. Encrypted reasoning that is sent back is counted by its length; items that
 * OpenAI stores under an id cannot be counted here, and OpenAI drops those of earlier turns itself. The encrypted content of
 * a compaction is counted like that of reasoning, which is an assumption (2026-11-23).
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
  measureFile: (file) => measureOpenAIFile(file, undefined),
  notices: lengthNotices,
  measureHidden: measureEncrypted,
  measureSummary: measureWindow,
  takesInstructions: ({ model }) => takesInstructions(model),
  settingsOf: (parameters) => (bindsReasoning(parameters.model) ? boundSettings(parameters) : undefined),
  readsReasoningOf: ({ model }, maker) => readsReasoningOf(model, maker),
  systemSeparator: '\n\n',
}

/** What a framing is for. */
export interface OpenAIResponsesFramingOptions {
  readonly model: string
  /**
   * Whether a run adds tools in the middle, for models that take them there (GPT-5.6 and later), instead of beginning a new
   * epoch. Tools that change or go begin one all the same: nothing takes them back. Only where this package writes the
   * request: the loops of other libraries do not write such items. Default `false`.
   */
  readonly toolChanges?: boolean
  /**
   * Whether a run changes the effort of reasoning and the format of the answer in the middle, for models that take that there
   * (GPT-6 and later), instead of beginning a new epoch. Not with `context_management`, `truncation: 'auto'` or
   * `reasoning.mode: 'pro'`, which the API does not combine with it, nor without an effort. Only where this package writes the
   * request. Default `false`.
   */
  readonly settingChanges?: boolean
}

/**
 * Returns the framing for one model, with that model's image costs.
 *
 * @example
 * openaiResponsesFramingFor({ model: 'gpt-5.4' }).image // 3000
 */
export function openaiResponsesFramingFor(options: OpenAIResponsesFramingOptions): Framing {
  const checks = { model: mustBeText, toolChanges: mustBeBoolean, settingChanges: mustBeBoolean }
  const given = checkOptions('openaiResponsesFramingFor', options, checks, ['model'])
  const { model, toolChanges = false, settingChanges = false } = given
  const takesToolChanges: Framing['takesToolChanges'] = (parameters, _, removed) =>
    takesToolItems(parameters.model ?? model) && removed.length === 0
  return {
    ...openaiResponsesFraming,
    image: openaiImageTokens({ model }),
    measureImage: (image) => measureOpenAIImage(image, model),
    measureFile: (file) => measureOpenAIFile(file, model),
    takesInstructions: (parameters) => takesInstructions(parameters.model ?? model),
    readsReasoningOf: (parameters, maker) => readsReasoningOf(parameters.model ?? model, maker),
    settingsOf: (parameters) => {
      const name = parameters.model ?? model
      return bindsReasoning(name) || (settingChanges && takesSettingItems(name)) ? boundSettings(parameters) : undefined
    },
    ...(toolChanges && { takesToolChanges }),
    ...(settingChanges && {
      takesSettings: (parameters, settings) => takesSettings(parameters, parameters.model ?? model, settings),
    }),
  }
}

/** The most tokens for each character, and for each byte beyond one of a character that is not ASCII. */
const perCharacter = 1 / 3
const perByte = 0.6

/** Returns the tokens of a compacted window: its encrypted content, and the messages that it retains. */
function measureWindow({ format, content }: NativeSummary): number {
  if (format !== 'openai-responses' || !Array.isArray(content)) return 0
  let tokens = 0
  for (const item of content) {
    if (!isRecord(item)) continue
    const { encrypted_content: encrypted, ...rest } = item
    tokens += 4 + (typeof encrypted === 'string' ? encrypted.length / charactersPerToken : 0) + measureText(rest)
  }
  return Math.ceil(tokens)
}

function measureText(value: unknown): number {
  if (typeof value === 'string') {
    const bytes = new TextEncoder().encode(value).length
    return value.length * perCharacter + (bytes - value.length) * perByte
  }
  if (typeof value !== 'object' || value === null) return 1
  if ((value as UnknownRecord)['type'] === 'input_image') return openaiResponsesFraming.image
  return Object.values(value).reduce((sum: number, one) => sum + 1 + measureText(one), 0)
}

/** Minimum number of characters in encrypted reasoning per token. Measured: 5.3 or more, GPT-5 to GPT-5.6. */
const charactersPerToken = 5

/**
 * Estimates the tokens of encrypted reasoning, or of a compaction, that is sent back: the model reads all of it, whatever its
 * summary says.
 * An upper bound, from the content length compared with `reasoning_tokens` in 93 recorded answers of
 * pydantic/pydantic-ai.
 */
function measureEncrypted(part: Part): number {
  if (part.type !== 'reasoning' && part.type !== 'tool-call') return 0
  const fields: unknown = part.providerOptions?.['openai']
  const content = isRecord(fields) ? encryptedIn(part.type, fields) : undefined
  return typeof content === 'string' ? Math.ceil(content.length / charactersPerToken) : 0
}

/** The encrypted content of reasoning, or of a compaction, which is a call of a provider tool here. */
function encryptedIn(type: 'reasoning' | 'tool-call', { reasoningEncryptedContent, item }: UnknownRecord): unknown {
  if (type === 'reasoning') return reasoningEncryptedContent
  return isRecord(item) && item['type'] === 'compaction' ? item['encrypted_content'] : undefined
}
