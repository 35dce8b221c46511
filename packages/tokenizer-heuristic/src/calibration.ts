import type { Tokenizer } from '@lamella/core'
import { checkOptions, mustBeNumber, mustBeText } from '@lamella/core/plugin'
import { type CalibrationState, type ModelState, mustBeState } from './calibration-state.ts'

/** What a provider has said of one request. */
export interface Observation {
  readonly model: string
  /** Tokens that were estimated for the request, without the factor, as the tokenizer that is calibrated counts. */
  readonly estimated: number
  /** Tokens that the provider counted: its usage of input, tokens read from and written to its cache included. */
  readonly actual: number
}

/**
 * What became of an observation. `'no-count'`: a number in it is not a whole number above 0, so that it says nothing, as
 * when a provider has left the usage out. `'too-small'`: under `least` tokens, where framing outweighs the text.
 */
export type Observed = 'learned' | 'no-count' | 'too-small'

export interface CalibrationOptions {
  /** Lowest factor. Default 0.5. */
  readonly lowest?: number
  /** Highest factor. Default 2. */
  readonly highest?: number
  /**
   * Requests after which what was seen weighs half. Default 20. Fewer follow a provider's change faster; more are
   * steadier. It is requests and not time, since nothing here reads a clock.
   */
  readonly halfLife?: number
  /** Tokens under which an observation is left out. Default 100. */
  readonly least?: number
  /** What `state()` of an earlier calibration gave, after JSON or not. */
  readonly state?: CalibrationState
}

export interface Calibration {
  /**
   * Learns from one request. A number of no use is not an error, as providers do send them: the result says so.
   *
   * @throws LamellaError `OPTION_INVALID` for a missing model or a misspelled field.
   */
  observe(observation: Observation): Observed
  /** By how much estimates for a model are multiplied; 1 for one that nothing is known of. */
  factor(model: string): number
  /**
   * A tokenizer with the factor that a model has now, rounded to hundredths. It does not change afterwards, so that all of a build is counted
   * alike, and its name has the factor in it, so that counts of different factors are not taken for each other.
   */
  tokenizer(model: string): Tokenizer
  /** All that was learned, as plain data for JSON. */
  state(): CalibrationState
}

/** Models that are remembered; the one observed longest ago is forgotten first. */
const mostModels = 256

/** Observations that the assumption of 1 is worth at the beginning. */
const trust = 3

/** The most that one observation counts as off, in natural logarithm: a quarter. What is further out is likely a mistake. */
const surprise = 0.25

/**
 * Learns by how much a tokenizer is off for each model, from the usage that the provider reports: for models whose tokenizer
 * is not public. The factor is a running mean of actual / estimated (of its logarithm, so that twice and half weigh the same), in which
 * older requests fade and one that is far off moves it by 7 % at most. Deterministic: the same observations give the same factors.
 *
 * @throws LamellaError `OPTION_INVALID` for a wrong option or a state that is not one.
 * @example
 * const calibration = calibrate(heuristic())
 * calibration.observe({ model: 'claude-sonnet-4-5', estimated: 10_000, actual: 11_800 }) // 'learned'
 * calibration.tokenizer('claude-sonnet-4-5').count('Hello, world!') // heuristic()'s count times 1.04, rounded up
 */
export function calibrate(tokenizer: Tokenizer, options: CalibrationOptions = {}): Calibration {
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
  /** What the weight of endlessly many observations comes to. */
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

  // The logarithm and back again is not exact: the bounds are kept here too.
  const factor = (model: string): number => Math.min(highest, Math.max(lowest, Math.exp(known.get(model)?.log ?? 0)))
  return Object.freeze({
    observe(observation: Observation): Observed {
      const { model, estimated, actual } = checkOptions('observe', observation, fields, ['model'])
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
        // Whole numbers first, so that 1.1 times 10 is 11 and not a little more.
        count: (text: string): number => Math.ceil((tokenizer.count(text) * hundredths) / 100),
      })
    },
    state: (): CalibrationState => ({ version: 1, models: [...known.values()] }),
  })
}

// The numbers are not refused here: what is wrong with them is the provider's doing, and the result says it.
const fields = { model: mustBeText, estimated: () => undefined, actual: () => undefined }

/** Whether a number can be one of tokens. */
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}
