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
export function isWithin(value: number, low: number, high: number): boolean {
  return value >= low && value <= high
}

/** Whether a number is a positive integer, as token counts are. */
export function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}
