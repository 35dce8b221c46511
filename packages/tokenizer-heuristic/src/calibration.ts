import type { Tokenizer, TokenReport } from '@lamella/core'
import { checkOptions, mustBeNumber, mustBeText, mustHaveMethod, mustReadFormat } from '@lamella/core/plugin'
import { type CalibrationState, type ModelState, mustBeState, stateFormat } from './calibration-state.ts'

/** The numbers that a provider reported for one request. */
export interface Observation {
  readonly model: string
  /**
   * The tokens estimated for the request, without the factor, as counted by the tokenizer being calibrated. Or
   * `context.report.tokens` of its build: a factor that the build's tokenizer applied is taken out.
   */
  readonly estimated: number | Pick<TokenReport, 'total' | 'framing' | 'tokenizer'>
  /** The tokens counted by the provider: its input usage, including tokens read from and written to its cache. */
  readonly actual: number
}

/**
 * The result of an observation. `'no-count'`: a value is not a positive whole number, for example because a provider
 * omitted the usage. `'too-small'`: fewer than `least` tokens, where framing outweighs the text.
 */
export type Observed = 'learned' | 'no-count' | 'too-small'

export interface CalibrationOptions {
  /** Lowest factor. Default 0.5. */
  readonly lowest?: number
  /** Highest factor. Default 2. */
  readonly highest?: number
  /**
   * The number of requests after which the weight of an observation is halved. Default 20. Lower values adapt faster to
   * a provider's changes; higher values are steadier. Requests rather than time, since nothing here reads a clock.
   */
  readonly halfLife?: number
  /** Observations with fewer tokens are ignored. Default 100. */
  readonly least?: number
  /** A value from the `state()` of an earlier calibration, restored from JSON or not. */
  readonly state?: CalibrationState
}

export interface Calibration {
  /**
   * Learns from one request. Unusable numbers do not throw, since providers do send them: the result reports them.
   *
   * @throws LamellaError `OPTION_INVALID` for a missing model or a misspelled field.
   */
  observe(observation: Observation): Observed
  /** Returns the factor for a model's estimates; 1 for an unknown model. */
  factor(model: string): number
  /**
   * Returns a tokenizer with the model's current factor, rounded to hundredths. It never changes, so that a whole build
   * is counted alike. Its name includes the factor, so that counts with different factors are kept apart.
   */
  tokenizer(model: string): Tokenizer
  /** Returns everything that was learned, as plain data for JSON. */
  state(): CalibrationState
}

/** The number of models remembered; the one observed longest ago is dropped first. */
const mostModels = 256

/** The number of observations that the initial factor of 1 is worth. */
const trust = 3

/**
 * The largest deviation that one observation counts for, in natural logarithm: a quarter. Larger ones are probably
 * mistakes.
 */
const surprise = 0.25

/**
 * Learns how far off a tokenizer is for each model, from the usage that the provider reports: for models whose
 * tokenizer is not public. The factor is a running mean of actual / estimated (of its logarithm, so that twice and half
 * weigh the same). Older requests fade, and an outlier changes it by 7 % at most. Deterministic: the same observations
 * give the same factors.
 *
 * @throws LamellaError `OPTION_INVALID` for a wrong option or an invalid state, `FORMAT_NEWER` for a state of a later release
 * @example
 * const calibration = calibrate(heuristic())
 * calibration.observe({ model: 'claude-sonnet-4-5', estimated: 10_000, actual: 11_800 }) // 'learned'
 * calibration.tokenizer('claude-sonnet-4-5').count('Hello, world!') // heuristic()'s count times 1.04, rounded up
 */
export function calibrate(tokenizer: Tokenizer, options: CalibrationOptions = {}): Calibration {
  checkOptions('calibrate', { tokenizer }, { tokenizer: mustHaveMethod('count') }, ['tokenizer'])
  mustReadFormat(options?.state?.version, { ...stateFormat, what: "calibrate: the option 'state'" })
  const {
    lowest = 0.5,
    highest = 2,
    halfLife = 20,
    least = 100,
    state,
  } = checkOptions('calibrate', options, {
    lowest: mustBeNumber(0.01, 1),
    highest: mustBeNumber(1, 100),
    halfLife: mustBeNumber(1, 1e6),
    least: mustBeNumber(1),
    state: mustBeState,
  })
  const [floor, ceiling] = [Math.log(lowest), Math.log(highest)]
  const fade = 0.5 ** (1 / halfLife)
  /** The limit of the weight after infinitely many observations. */
  const heaviest = 1 / (1 - fade)
  const held = (log: number): number => Math.min(ceiling, Math.max(floor, log))
  const known = new Map<string, ModelState>()
  const remember = (model: string, log: number, weight: number): void => {
    known.delete(model)
    known.set(model, { model, log: held(log), weight })
    if (known.size <= mostModels) return
    const [oldest] = known.keys()
    if (oldest !== undefined) known.delete(oldest)
  }
  for (const { model, log, weight } of state?.models ?? []) remember(model, log, Math.min(weight, heaviest))

  // Converting to the logarithm and back is not exact, so the bounds are enforced here too.
  const factor = (model: string): number => Math.min(highest, Math.max(lowest, Math.exp(known.get(model)?.log ?? 0)))
  return Object.freeze({
    observe(observation: Observation): Observed {
      const { model, actual, ...given } = checkOptions('observe', observation, fields, ['model'])
      const estimated = withoutFactor(given.estimated, tokenizer.name)
      if (!isCount(estimated) || !isCount(actual)) return 'no-count'
      if (estimated < least) return 'too-small'
      const { log = 0, weight = 0 } = known.get(model) ?? {}
      const off = held(Math.log(actual / estimated)) - log
      const step = Math.min(surprise, Math.max(-surprise, off)) / (weight * fade + 1 + trust)
      remember(model, log + step, weight * fade + 1)
      return 'learned'
    },
    factor,
    tokenizer(model: string): Tokenizer {
      const hundredths = Math.round(100 * factor(model))
      return Object.freeze({
        name: `${tokenizer.name}*${hundredths / 100}`,
        spec: 1,
        exact: false,
        // Multiplies whole numbers first, so that 1.1 times 10 is 11 and not slightly more.
        count: (text: string): number => Math.ceil((tokenizer.count(text) * hundredths) / 100),
      })
    },
    state: (): CalibrationState => ({ version: 1, models: [...known.values()] }),
  })
}

/** Returns the estimate without the factor, which the name of the tokenizer says. Framing is never multiplied. */
function withoutFactor(estimated: unknown, name: string): unknown {
  if (typeof estimated !== 'object' || estimated === null) return estimated
  const { total, framing, tokenizer } = estimated as Partial<TokenReport>
  if (!isCount(total) || typeof framing !== 'number' || typeof tokenizer !== 'string') return undefined
  const factor = tokenizer.startsWith(`${name}*`) ? Number(tokenizer.slice(name.length + 1)) : 1
  return factor > 0 ? Math.round((total - framing) / factor + framing) : undefined
}

// Wrong numbers do not throw here: they come from the provider, and the result reports them.
const fields = { model: mustBeText, estimated: () => undefined, actual: () => undefined }

/** Checks whether a number can be a token count. */
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
