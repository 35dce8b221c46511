import { type Check, isObject } from '@lamella/core/plugin'

/** What is known of one model. */
export interface ModelState {
  readonly model: string
  /** Natural logarithm of the factor. */
  readonly log: number
  /** Observations that it rests on, older ones counting for less. */
  readonly weight: number
}

/** What a calibration has learned, as plain data: the model observed longest ago first. */
export interface CalibrationState {
  readonly version: 1
  readonly models: readonly ModelState[]
}

/** A state of version 1, as `state()` gives it and JSON brings it back. */
export const mustBeState: Check = (value) => {
  if (!isObject(value) || value['version'] !== 1) return 'must be what state() gives, of version 1'
  const models = value['models']
  if (!Array.isArray(models)) return 'must have a list of models'
  for (const one of models) {
    const right = isObject(one) && typeof one['model'] === 'string' && Number.isFinite(one['log'])
    if (!right || !Number.isFinite(one['weight']) || (one['weight'] as number) < 0) {
      return 'must have for each model its name, a finite log and a weight of 0 or more'
    }
  }
  return undefined
}
