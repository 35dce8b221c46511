import type { Tokenizer } from '@lamella/core'
import { findModel, getModelLimits, platformOf } from '@lamella/models'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { type Format, formats } from './formats.ts'
import { defaultReserve, type RequestOptions } from './options.ts'
import { grouped } from './text/words.ts'

/** The target of a request and its size limits. Sizes are tokens. */
export interface Target {
  readonly format: Format
  readonly model: string
  readonly window: number
  readonly reserve: number
  readonly tokenizer: Tokenizer
  /** Settings derived from the model, in words for the user. */
  readonly derived: readonly string[]
}

/**
 * Determines what the options leave open: the format and the window follow from the model.
 *
 * @throws LamellaError `MODEL_UNKNOWN` when the window, or the encoding of an OpenAI format, is unknown
 */
export async function targetOf(options: RequestOptions): Promise<Target> {
  const format = formats.find(({ name }) => name === (options.format ?? formatFor(options.model))) ?? formats[0]
  const model = options.model ?? format.model
  const known = findModel(model)
  const { contextWindow, maxInput } = options.window === undefined ? getModelLimits(model) : unlimited
  const window = options.window ?? contextWindow
  const reserve = options.reserve ?? Math.max(defaultReserve(window), contextWindow - maxInput)
  const isEstimated = known !== undefined && known.encoding === undefined
  const { encoding } = options
  const tokenizer = await (encoding !== undefined
    ? tiktoken(model, { fallback: encoding as 'o200k_base' })
    : format.tokenizer(isEstimated ? undefined : model))
  const isFollowed = options.format === undefined && format !== formats[0]
  const most = known?.contextWindow ?? window
  const derived = [
    ...(isFollowed ? [`The format is ${format.name}, because the model is ${model}; --format changes it.`] : []),
    ...(window > most ? [`The window of ${model} is ${grouped(most)} tokens, less than ${grouped(window)}.`] : []),
  ]
  return { format, model, window, reserve, tokenizer, derived }
}

const unlimited = { contextWindow: 0, maxInput: 0 }

/** The first is the default, because most servers support it. For other models, the model table lists the formats. */
function formatFor(model: string | undefined): string {
  if (model === undefined) return formats[0].name
  const isBedrock = platformOf(model) === 'bedrock'
  const named = /^(?:[\w.-]+\/)?(claude|gemini)-/i.exec(model)?.[1]?.toLowerCase()
  const unknown = isBedrock ? 'bedrock-converse' : named === 'claude' ? 'anthropic' : (named ?? formats[0].name)
  const taken = findModel(model)?.formats ?? [unknown]
  return taken.find((name) => name === formats[0].name) ?? taken[0] ?? formats[0].name
}
