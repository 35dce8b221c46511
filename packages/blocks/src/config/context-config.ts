import { type CompressionStrategy, checkStrategy } from '@lamella/compaction'
import { checkOptions, isObject, longestTimer, mustBeBoolean, mustBeObject, mustBeWhole } from '@lamella/core/plugin'
import {
  checkLimits,
  defaultModelLimits,
  type ModelContextLimits,
  type ResolvedLimits,
  resolveLimits,
} from './model-context-limits.ts'

/** The configuration of `contextBuilder`. */
export interface ContextConfig {
  readonly defaultLimits: ModelContextLimits
  /** Limits by model id. Missing fields default to those of `defaultLimits`. */
  readonly modelOverrides: Readonly<Record<string, Partial<ModelContextLimits>>>
  /** Shows the description of each block. Default `true`. */
  readonly includeDescriptions: boolean
  /** Shows the schema of each block. Default `false`. */
  readonly includeSchemas: boolean
  /** Shows the name of a permission, such as `ReadWrite`, instead of `Read, Append, Write`. Default `false`. */
  readonly shortPermissions: boolean
  /** The maximum number of recent activity entries to show. Default 15. */
  readonly activityEntriesLimit: number
  /** The compression of a history over its limits. Default: keep the 100 most recent messages. */
  readonly compression: CompressionStrategy
  /** The maximum number of history messages, regardless of their tokens. Default 500. */
  readonly maxMessagesCap: number
  /** The deadline of the memory, of the session store and of each layer, in milliseconds. Default 10,000. */
  readonly deadline: number
  /**
   * The deadline for compressing the history, which may ask a model for a summary, in milliseconds. After it, the
   * history stays unchanged and gets a notice. Default 60,000.
   */
  readonly compressionDeadline: number
}

/** The configuration of `contextBuilder`: overrides of the defaults. */
export type ContextConfigOptions = {
  readonly [Key in keyof ContextConfig]?: Key extends 'defaultLimits' ? Partial<ModelContextLimits> : ContextConfig[Key]
}

const mustBeMilliseconds = (value: unknown): string | undefined =>
  typeof value === 'number' && value > 0 && value <= longestTimer
    ? undefined
    : `must be a number of milliseconds above 0, at most ${longestTimer}`

/** The limit of a block without its own, in characters (UTF-16 units). */
export const defaultBlockCharacters = 5_000

/**
 * Creates a configuration from options and defaults. It checks everything, including overrides, and copies the options.
 *
 * @throws LamellaError `OPTION_INVALID`; `BUDGET_INVALID` for limits whose parts are larger than the window
 * @example
 * const config = contextConfig({
 *   defaultLimits: { maxTokens: 128_000, historyTokens: '40%' },
 *   modelOverrides: { 'small-model': { maxTokens: 32_000, memoryTokens: '20%', reservedResponseTokens: 1_000 } },
 * })
 */
export function contextConfig(options: ContextConfigOptions = {}): ContextConfig {
  const given = checkOptions('contextBuilder', options, {
    defaultLimits: mustBeObject,
    modelOverrides: mustBeObject,
    includeDescriptions: mustBeBoolean,
    includeSchemas: mustBeBoolean,
    shortPermissions: mustBeBoolean,
    activityEntriesLimit: mustBeWhole(0),
    compression: (value) => (isObject(value) ? undefined : 'must be a strategy, which is an object with a type'),
    maxMessagesCap: mustBeWhole(0),
    deadline: mustBeMilliseconds,
    compressionDeadline: mustBeMilliseconds,
  })
  const compression = given.compression ?? { type: 'truncate', keepRecent: 100 }
  const defaultLimits = withDefaults(defaultModelLimits, checkLimits('contextBuilder', given.defaultLimits ?? {}))
  resolveLimits('contextBuilder: defaultLimits', defaultLimits)
  // Built from entries, because a model's id may be __proto__.
  const modelOverrides = Object.fromEntries(
    Object.entries(given.modelOverrides ?? {}).map(([model, override]) => {
      const limits = checkLimits(`contextBuilder: modelOverrides['${model}']`, override)
      resolveLimits(`contextBuilder: modelOverrides['${model}']`, withDefaults(defaultLimits, limits))
      return [model, Object.freeze({ ...limits })]
    }),
  )
  return Object.freeze({
    defaultLimits: Object.freeze(defaultLimits),
    modelOverrides: Object.freeze(modelOverrides),
    includeDescriptions: given.includeDescriptions ?? true,
    includeSchemas: given.includeSchemas ?? false,
    shortPermissions: given.shortPermissions ?? false,
    activityEntriesLimit: given.activityEntriesLimit ?? 15,
    compression: Object.freeze({ ...checkStrategy('contextBuilder', compression) }),
    maxMessagesCap: given.maxMessagesCap ?? 500,
    deadline: given.deadline ?? 10_000,
    compressionDeadline: given.compressionDeadline ?? 60_000,
  })
}

/**
 * Returns a model's limits in tokens: its overrides, with the default limits for the rest. The id must match exactly.
 *
 * @throws LamellaError `OPTION_INVALID`, `BUDGET_INVALID`, for a configuration that `contextConfig` did not make
 * @example
 * limitsFor(contextConfig(), 'any-model').historyTokens // 80000
 */
export function limitsFor(
  config: Pick<ContextConfig, 'defaultLimits' | 'modelOverrides'>,
  model?: string,
): ResolvedLimits {
  const { defaultLimits, modelOverrides } = config
  const own = model !== undefined && Object.hasOwn(modelOverrides, model) ? modelOverrides[model] : undefined
  const override = checkLimits('limitsFor', own ?? {})
  const limits = withDefaults(withDefaults(defaultModelLimits, checkLimits('limitsFor', defaultLimits)), override)
  return resolveLimits(own ? `limitsFor: modelOverrides['${model}']` : 'limitsFor: defaultLimits', limits)
}

/** A field that is `undefined` counts as missing. */
function withDefaults(defaults: ModelContextLimits, given: Partial<ModelContextLimits>): ModelContextLimits {
  return { ...defaults, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
}
