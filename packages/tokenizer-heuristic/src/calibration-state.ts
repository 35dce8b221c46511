import { type Check, isObject } from '@lamella/core/plugin'

/** What a calibration has learned about one model. */
export interface ModelState {
  readonly model: string
  /** Natural logarithm of the factor. */
  readonly log: number
  /** The weight of its observations, in which older ones count less. */
  readonly weight: number
}

/** What a calibration has learned, as plain data: the model observed longest ago is first. */
export interface CalibrationState {
  readonly version: 1
  readonly models: readonly ModelState[]
}

/** The format of a state, for `mustReadFormat`. */
export const stateFormat = { format: 'calibration', known: 1, from: '@lamella/tokenizer-heuristic' } as const

/** Checks for a state of version 1, as returned by `state()` or restored from JSON. */
export const mustBeState: Check = (value) => {
  if (!isObject(value) || value['version'] !== 1) return 'must be a value from state(), version 1'
  const models = value['models']
  if (!Array.isArray(models)) return 'must have a list of models'
  for (const one of models) {
    const right = isObject(one) && typeof one['model'] === 'string' && Number.isFinite(one['log'])
    if (!right || !Number.isFinite(one['weight']) || (one['weight'] as number) < 0) {
      return 'must have a name, a finite log and a weight of 0 or more for each model'
    }
  }
  return undefined
}
