import { dateSpan } from '@lamella/store'
import type { FieldType } from './block-schema.ts'

const problems: { readonly [Type in FieldType]: (value: unknown) => string | undefined } = {
  text: (value) => (typeof value === 'string' ? undefined : 'must be a text'),
  number: (value) => (Number.isFinite(value) ? undefined : 'must be a number'),
  boolean: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  timestamp: (value) =>
    instantOf(value) === undefined ? 'must be an ISO 8601 date, or an instant with Z or an offset' : undefined,
  // Replicas add in any order, and a sum of fractions depends on the order.
  counter: (value) => (Number.isSafeInteger(value) ? undefined : 'must be a whole number'),
  list: (value) => (Array.isArray(value) ? undefined : 'must be a list'),
}

const common = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

export const fieldTypes: readonly FieldType[] = Object.keys(problems) as FieldType[]

/** Returns what is wrong with a field's value, as the predicate of a sentence, or `undefined`. */
export function fieldProblem(type: FieldType, value: unknown): string | undefined {
  return problems[type](value)
}

/** Returns the start of a timestamp in milliseconds since 1970; `undefined` if the value is not a timestamp. */
export function instantOf(timestamp: unknown): number | undefined {
  if (typeof timestamp !== 'string') return undefined
  // The fast path: a day that exists in every month.
  if (common.test(timestamp)) return Date.parse(timestamp)
  try {
    return dateSpan('timestamp', timestamp).first
  } catch {
    return undefined
  }
}
