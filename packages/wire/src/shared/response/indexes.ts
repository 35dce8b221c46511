import type { Mends } from './mends.ts'
import { responseError } from './problem.ts'

/** Returns an index, or `undefined` if a value is none. Some servers send it as text. */
export function indexIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined
}

/** Returns an index, or `undefined` if a value is none, with a row for whatever is not a number. */
export function placeIn(value: unknown, path: string, mends: Mends): number | undefined {
  const index = indexIn(value)
  if (index !== value) mends.add('event', path, `An event has an ${path} that is not a whole number.`)
  return index
}

/** Returns an index of a stream. It may be of any size: it is a key of a map, never a place in a list. */
export function readIndex(title: string, value: unknown, path: string): number {
  const index = indexIn(value)
  if (index !== undefined) return index
  throw responseError(title, 'malformed', `The stream has an ${path} that is not a whole number`)
}
