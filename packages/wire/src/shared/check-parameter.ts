import { wireError } from './errors.ts'

/**
 * Refuses a parameter that the format does not take.
 *
 * @param format Its name in a sentence, such as `OpenAI Chat`.
 * @param expected The end of "It must be ...".
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
    `${format} does not take this value of the parameter ${parameter}.`,
    `It must be ${expected}.`,
    { parameter, value },
  )
}

/** Whether a number lies in a range; false for NaN. */
export function isWithin(value: number, low: number, high: number): boolean {
  return value >= low && value <= high
}

/** Whether a number is whole and above 0, as counts of tokens are. */
export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}
