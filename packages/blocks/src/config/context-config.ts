import { LamellaError } from '@lamella/core'
import { checkOptions, isObject, mustBeBoolean, mustBeObject, mustBeWhole } from '@lamella/core/plugin'
import { type CompressionStrategy, checkStrategy } from '@lamella/layers'
import {
  checkLimits,
  defaultModelLimits,
  type ModelContextLimits,
  type ResolvedLimits,
  resolveLimits,
} from './model-context-limits.ts'

/** How contexts are built of an agent's blocks and messages. Make one with `contextConfig`. */
export interface ContextConfig {
  readonly defaultLimits: ModelContextLimits
  /** What is different for a model, by its id. Fields that are not given are those of `defaultLimits`. */
  readonly modelOverrides: Readonly<Record<string, Partial<ModelContextLimits>>>
  /** Whether a block is shown with its description. Default `true`. */
  readonly includeDescriptions: boolean
  /** Whether a block is shown with its schema. Default `false`. */
  readonly includeSchemas: boolean
  /** Shows a permission by its name, such as `ReadWrite` instead of `Read, Append, Write`. Default `false`. */
  readonly shortPermissions: boolean
  /** Most entries of recent activity. Default 15. */
  readonly activityEntriesLimit: number
  /** What happens to a history that is over its limits. Default: the 100 most recent messages are kept. */
  readonly compression: CompressionStrategy
  /** Most messages of the history, however few tokens they have. Default 500. */
  readonly maxMessagesCap: number
  /** How long the memory, the store of sessions and each layer may take, in milliseconds. Default 10,000. */
  readonly deadline: number
  /**
   * How long compressing the history may take, in milliseconds: a summary asks a model. A history that took longer is as it was,
   * with a notice. Default 60,000.
   */
  readonly compressionDeadline: number
}

/** What is different from the defaults. */
export type ContextConfigOptions = {
  readonly [Key in keyof ContextConfig]?: Key extends 'defaultLimits' ? Partial<ModelContextLimits> : ContextConfig[Key]
}

// Timers know no longer time.
const longestTimer = 2_147_483_647

const mustBeMilliseconds = (value: unknown): string | undefined =>
  typeof value === 'number' && value > 0 && value <= longestTimer
    ? undefined
    : `must be a number of milliseconds above 0, at most ${longestTimer}`

/** Characters (UTF-16 units) of a block, beyond which it is told to be too long, unless the block has a limit of its own. */
export const defaultBlockCharacters = 5_000

/**
 * A configuration: what is given, and defaults for the rest. All of it is checked now, overrides included. Nothing given is
 * changed or kept: later changes to it change nothing.
 *
 * @throws LamellaError `OPTION_INVALID`; `BUDGET_INVALID` for limits, of a model or by default, whose parts are more than the
 * whole
 * @example
 * const config = contextConfig({
 *   defaultLimits: { maxTokens: 128_000, historyTokens: '40%' },
 *   modelOverrides: { 'small-model': { maxTokens: 32_000, memoryTokens: '20%', reservedResponseTokens: 1_000 } },
 * })
 */
export function contextConfig(options: ContextConfigOptions = {}): ContextConfig {
  const given = checkOptions('contextConfig', options, {
    defaultLimits: mustBeObject,
    modelOverrides: mustBeObject,
    includeDescriptions: mustBeBoolean,
    includeSchemas: mustBeBoolean,
    shortPermissions: mustBeBoolean,
    activityEntriesLimit: mustBeWhole(0),
    compression: (value) => (isObject(value) ? undefined : 'must be a strategy: an object with a type'),
    maxMessagesCap: mustBeWhole(0),
    deadline: mustBeMilliseconds,
    compressionDeadline: mustBeMilliseconds,
  })
  const compression = given.compression ?? { type: 'truncate', keepRecent: 100 }
  const defaultLimits = withDefaults(defaultModelLimits, checkLimits('contextConfig', given.defaultLimits ?? {}))
  resolveLimits('contextConfig: defaultLimits', defaultLimits)
  // Of entries and not key by key, since a model may be called __proto__.
  const modelOverrides = Object.fromEntries(
    Object.entries(given.modelOverrides ?? {}).map(([model, override]) => {
      if (!isObject(override)) throw invalidOverride(model)
      const limits = checkLimits(`contextConfig: modelOverrides['${model}']`, override as Partial<ModelContextLimits>)
      resolveLimits(`contextConfig: modelOverrides['${model}']`, withDefaults(defaultLimits, limits))
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
    compression: Object.freeze({ ...checkStrategy('contextConfig', compression) }),
    maxMessagesCap: given.maxMessagesCap ?? 500,
    deadline: given.deadline ?? 10_000,
    compressionDeadline: given.compressionDeadline ?? 60_000,
  })
}

/**
 * Limits of a model in tokens: the default ones, with what is different for it. A model that nothing is said of, and no model,
 * has the default ones. Ids are compared as they are.
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

/** A field that is `undefined` is one that is not given. */
function withDefaults(defaults: ModelContextLimits, given: Partial<ModelContextLimits>): ModelContextLimits {
  return {
    maxTokens: given.maxTokens ?? defaults.maxTokens,
    memoryTokens: given.memoryTokens ?? defaults.memoryTokens,
    historyTokens: given.historyTokens ?? defaults.historyTokens,
    reservedResponseTokens: given.reservedResponseTokens ?? defaults.reservedResponseTokens,
  }
}

function invalidOverride(model: string): LamellaError<'OPTION_INVALID'> {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: `contextConfig: 'modelOverrides' has something else than limits for '${model}'.`,
    fix: 'Give an object with maxTokens, memoryTokens, historyTokens or reservedResponseTokens.',
    details: { what: 'contextConfig', option: 'modelOverrides' },
  })
}
