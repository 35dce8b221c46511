import { wireError } from './errors.ts'

/**
 * Rejects a parameter value that the format does not accept.
 *
 * @param format The format's name as used in sentences, such as `OpenAI Chat`.
 * @param expected The end of the sentence "It must be ...".
 * @throws LamellaError `WIRE_PARAMETER`
 */
export function checkParameter(
  format: string,
  parameter: string,
  value: unknown,
  valid: boolean,
  expected: string,
): void {
  if (valid) return
  throw wireError(
    'WIRE_PARAMETER',
    `${format} does not accept this value of the parameter ${parameter}.`,
    `It must be ${expected}.`,
    { parameter, value },
  )
}

/** Whether a number is in a range; false for NaN. */
function isWithin(value: number, low: number, high: number): boolean {
  return value >= low && value <= high
}

export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}

/** Unvalidated parameters: those of a context, or fields of a recorded request, which may hold anything. */
interface Sampling {
  readonly temperature?: unknown
  readonly topP?: unknown
  readonly maxOutputTokens?: unknown
  readonly stopSequences?: unknown
}

/** The values that a provider accepts. Each limit needs its source next to it. */
export interface SamplingLimits {
  /** The highest temperature. The lowest is 0. */
  readonly temperature: number
  /** The lowest output limit, in tokens. Default: not checked. */
  readonly output?: number
  /** The maximum number of stop sequences. Default: any number. */
  readonly stops?: number
}

/**
 * Rejects sampling parameters that a provider does not accept. `topP` is from 0 to 1 everywhere.
 *
 * @throws LamellaError `WIRE_PARAMETER`
 */
export function checkSampling(
  title: string,
  { temperature, topP, maxOutputTokens, stopSequences }: Sampling,
  { temperature: hottest, output = 0, stops }: SamplingLimits,
): void {
  const isFrom0 = (value: unknown, high: number): boolean => value === undefined || isWithin(value as number, 0, high)
  checkParameter(title, 'temperature', temperature, isFrom0(temperature, hottest), `from 0 to ${hottest}`)
  checkParameter(title, 'topP', topP, isFrom0(topP, 1), 'from 0 to 1')
  const isLimit = isCount(maxOutputTokens as number) && (maxOutputTokens as number) >= output
  const limits = output <= 1 ? 'a positive integer' : `an integer of ${output} or more`
  checkParameter(
    title,
    'maxOutputTokens',
    maxOutputTokens,
    output === 0 || maxOutputTokens === undefined || isLimit,
    limits,
  )
  const isShort =
    Array.isArray(stopSequences) &&
    stopSequences.length <= (stops ?? stopSequences.length) &&
    stopSequences.every((text) => typeof text === 'string')
  checkParameter(
    title,
    'stopSequences',
    stopSequences,
    stopSequences === undefined || isShort,
    stops === undefined ? 'a list of strings' : `at most ${stops} strings`,
  )
}
