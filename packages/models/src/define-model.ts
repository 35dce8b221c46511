import { LamellaError } from '@lamella/core'
import { type Check, type Checks, checkOptions, mustBeOneOf, mustBeText, mustBeWhole } from '@lamella/core/plugin'
import { wireFormatNames } from '@lamella/wire/formats'
import type { Feature, Model, ModelFormat, ModelPrices, ModelStatus, ThinkingControl } from './contract/model.ts'
import { longestName } from './names.ts'
import { mustBePrices } from './prices/must-be-prices.ts'

/** Describes a model of your own. Sizes are in tokens. Any `Model` is also a valid definition. */
export interface ModelDefinition {
  /** Up to 200 characters. Lookups ignore case. */
  readonly id: string
  /** Input and output of one request together, in tokens. */
  readonly contextWindow: number
  /** The longest answer in tokens; at most the window. */
  readonly maxOutput: number
  /** The longest input in tokens, if it is limited separately; at most the window. */
  readonly maxInput?: number
  /** Default: `custom`. */
  readonly provider?: string
  /** Default: the id. */
  readonly family?: string
  /** Default: none. */
  readonly features?: readonly Feature[]
  /** Default: none. */
  readonly aliases?: readonly string[]
  /** Default: none, which means unknown. */
  readonly formats?: readonly ModelFormat[]
  /** Default: `active`. */
  readonly status?: ModelStatus
  /** `YYYY-MM-DD`. */
  readonly retires?: string
  readonly encoding?: string
  readonly thinking?: ThinkingControl
  readonly cacheMinimum?: number
  /** In US dollars per million tokens, oldest first. */
  readonly prices?: readonly ModelPrices[]
}

export const features: readonly Feature[] = [
  'tools',
  'vision',
  'files',
  'audio',
  'thinking',
  'structured-output',
  'streaming',
  'caching',
  'preserved-thinking',
  'mid-conversation-system',
  'mid-conversation-tools',
]
export const statuses: readonly ModelStatus[] = ['active', 'deprecated', 'retired']

const mustBeName: Check = (value) =>
  typeof value === 'string' && value.trim() !== '' && value.length <= longestName
    ? undefined
    : `must be a name of 1 to ${longestName} characters`

const mustBeNames: Check = (value) =>
  Array.isArray(value) && value.every((one) => mustBeName(one) === undefined)
    ? undefined
    : `must be a list of names of 1 to ${longestName} characters`

/** Creates a check for a list of the given words. */
export function mustBeSome(words: readonly string[]): Check {
  return (value) =>
    Array.isArray(value) && value.every((one) => words.includes(one))
      ? undefined
      : `must be a list of ${words.join(', ')}`
}

/** A day: days are compared as text, so that another form would mean another day. */
export const mustBeDay: Check = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? undefined
    : 'must be a date such as 2027-01-31'

const mustBeAllPrices: Check = (value) => {
  if (!Array.isArray(value)) return 'must be a list'
  return value
    .map((one) => mustBePrices(one) ?? (one.from === undefined ? undefined : mustBeDay(one.from)))
    .find(Boolean)
}

const checks: Checks<ModelDefinition> = {
  id: mustBeName,
  contextWindow: mustBeWhole(1),
  maxOutput: mustBeWhole(1),
  maxInput: mustBeWhole(1),
  provider: mustBeName,
  family: mustBeName,
  features: mustBeSome(features),
  aliases: mustBeNames,
  formats: mustBeSome(wireFormatNames),
  status: mustBeOneOf(statuses),
  retires: mustBeDay,
  encoding: mustBeText,
  thinking: mustBeOneOf(['adaptive', 'budget', 'effort']),
  cacheMinimum: mustBeWhole(0),
  prices: mustBeAllPrices,
}

/**
 * Defines a model of your own, or a changed version of another one: checked, completed and frozen. It is not registered
 * anywhere; pass it to `createModels`.
 *
 * @throws LamellaError `OPTION_INVALID` that names the wrong, missing or misspelled key.
 * @example
 * const local = defineModel({ id: 'qwen3-32b-local', contextWindow: 32_768, maxOutput: 8_192, features: ['tools', 'streaming'] })
 */
export function defineModel(definition: ModelDefinition): Model {
  const given = checkOptions('defineModel', definition, checks, ['id', 'contextWindow', 'maxOutput'])
  for (const key of ['maxOutput', 'maxInput'] as const) {
    if ((given[key] ?? 0) > given.contextWindow) throw tooLarge(key, given.contextWindow)
  }
  const { id, contextWindow, maxOutput, provider = 'custom', family = id, status = 'active' } = given
  return Object.freeze({
    id,
    provider,
    family,
    contextWindow,
    maxOutput,
    ...(given.maxInput !== undefined && { maxInput: given.maxInput }),
    features: Object.freeze([...(given.features ?? [])]),
    aliases: Object.freeze([...(given.aliases ?? [])]),
    formats: Object.freeze([...(given.formats ?? [])]),
    status,
    ...(given.retires !== undefined && { retires: given.retires }),
    ...(given.encoding !== undefined && { encoding: given.encoding }),
    ...(given.thinking !== undefined && { thinking: given.thinking }),
    ...(given.cacheMinimum !== undefined && { cacheMinimum: given.cacheMinimum }),
    ...(given.prices !== undefined && { prices: Object.freeze(structuredClone(given.prices)) }),
  })
}

function tooLarge(option: string, contextWindow: number): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `defineModel: '${option}' must be at most the context window, ${contextWindow}.`,
    fix: 'Correct the options given to defineModel().',
    details: { what: 'defineModel', option },
  })
}
