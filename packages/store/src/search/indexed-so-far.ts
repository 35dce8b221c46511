import type { Indexed } from '../contract/search.ts'

/**
 * Returns a line for whoever reads the hits of an incomplete index, such as a model: without it, what is not indexed yet
 * looks like what was never said. `undefined` if the index is complete.
 *
 * @param what What the texts are, in the plural.
 * @example
 * indexedSoFar({ of: 100_000, done: 1_500 }, 'messages') // '1500 of 100000 messages are indexed so far.'
 * indexedSoFar({ of: 3, done: 3 }, 'messages') // undefined
 */
export function indexedSoFar(indexed: Indexed, what: string): string | undefined {
  const { of, done } = indexed
  if (done >= of) return undefined
  return `${done} of ${of} ${what} are indexed so far.`
}
