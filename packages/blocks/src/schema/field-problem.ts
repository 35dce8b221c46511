import { dateSpan } from '@lamella/core/store'
import type { FieldType } from './block-schema.ts'

const problems: { readonly [Type in FieldType]: (value: unknown) => string | undefined } = {
  text: (value) => (typeof value === 'string' ? undefined : 'must be a text'),
  number: (value) => (Number.isFinite(value) ? undefined : 'must be a number'),
  boolean: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  timestamp: (value) =>
    instantOf(value) === undefined ? 'must be an ISO 8601 day, or an instant with Z or an offset' : undefined,
  // Sums of whole numbers are the same in whatever order replicas add them up; those of fractions are not.
  counter: (value) => (Number.isSafeInteger(value) ? undefined : 'must be a whole number'),
  list: (value) => (Array.isArray(value) ? undefined : 'must be a list'),
}

const common = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

/** Whether there is a type of fields of that name. */
export function isFieldType(type: unknown): type is FieldType {
  return typeof type === 'string' && Object.hasOwn(problems, type)
}

/** What is wrong with the value of a field, as the end of a sentence, or `undefined`. */
export function fieldProblem(type: FieldType, value: unknown): string | undefined {
  return problems[type](value)
}

/** The beginning of a timestamp in milliseconds since 1970, or `undefined` for what is none. */
export function instantOf(timestamp: unknown): number | undefined {
  if (typeof timestamp !== 'string') return undefined
  // What nearly all are: a day that every month has.
  if (common.test(timestamp)) return Date.parse(timestamp)
  try {
    return dateSpan('timestamp', timestamp).first
  } catch {
    return undefined
  }
}
