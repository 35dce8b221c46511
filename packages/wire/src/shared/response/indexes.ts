import { responseError } from './problem.ts'

/** Returns an index of a stream. It may be of any size: it is a key of a map, never a place in a list. */
export function readIndex(title: string, value: unknown, path: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number
  throw responseError(title, 'malformed', `The stream has an ${path} that is not a whole number`)
}
