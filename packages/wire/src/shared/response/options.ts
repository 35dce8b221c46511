import type { TokenReport } from '@lamella/core'
import { type Check, type Checks, mustBeNumber, mustBeObject } from '@lamella/core/plugin'
import type { FieldNames } from '../tool-fields.ts'

/** What a calibration learns from a response: the estimate of its request, and the input that the provider counted. */
export interface Calibrate {
  /** A `Calibration` of `@lamella/tokenizer-heuristic`, or anything else that learns from both numbers. */
  readonly calibration: {
    observe(observation: { readonly model: string; readonly estimated: TokenReport; readonly actual: number }): unknown
  }
  /** The model of the request. */
  readonly model: string
  /** `context.report.tokens` of the build that made the request. */
  readonly estimated: TokenReport
}

/** How to decode a response. */
export interface ResponseOptions {
  /**
   * Names of tools as sent, and their own names: `toolNames` of the encoding. Calls are decoded under their own names.
   * Default: names as sent.
   */
  readonly toolNames?: ReadonlyMap<string, string>
  /**
   * Fields of arguments as sent, and their own names: `toolFields` of the encoding. Arguments are decoded under their own
   * names, in deltas too. Default: names as sent.
   */
  readonly toolFields?: FieldNames
  /**
   * Lets a calibration learn from the usage of a complete response. Responses without usage, and with tools that the
   * provider ran, are not observed: the input of those is counted several times.
   */
  readonly calibrate?: Calibrate
}

/** How to decode a streamed response. */
export interface StreamOptions extends ResponseOptions {
  /** Ends the wait for the stream, and cancels it. */
  readonly signal?: AbortSignal
  /** The most characters of the whole stream. Default 64 Mi. */
  readonly limit?: number
}

/** For providers that return several answers. */
export interface ChoiceOption {
  /** Which of several answers is decoded, from 0. Default 0; `body` has all of them. */
  readonly choice?: number
}

const mustBeCalibrate: Check = (value) => {
  const { calibration, model } = Object(value) as Partial<Record<keyof Calibrate, unknown>>
  if (typeof (calibration as Partial<Calibrate['calibration']> | undefined)?.observe !== 'function')
    return 'must have a calibration with a method observe'
  return typeof model === 'string' ? undefined : 'must have the name of a model'
}
const mustBeMap: Check = (value) => (value instanceof Map ? undefined : 'must be a Map')
const mustBePlace: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : 'must be a whole number from 0'

const checks: Checks<StreamOptions & ChoiceOption> = {
  toolNames: mustBeMap,
  toolFields: mustBeMap,
  calibrate: mustBeCalibrate,
  signal: mustBeObject,
  limit: mustBeNumber(1),
  choice: mustBePlace,
}

/** Returns the checks of the options of a decoder. */
export function checksFor(kind: 'response' | 'stream', hasChoices: boolean): Checks<StreamOptions & ChoiceOption> {
  const { signal, limit, choice, ...own } = checks
  const known = { ...own, ...(kind === 'stream' && { signal, limit }), ...(hasChoices && { choice }) }
  return known as Checks<StreamOptions & ChoiceOption>
}
