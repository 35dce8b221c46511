import type { ContextLimit } from '@lamella/models'
import type { RefusedRequest } from '@lamella/runs'

/**
 * Returns how a provider has refused a request that is too long; `undefined` for other errors, and where it names no limit.
 *
 * @param read What `contextLimitOf` has read from the error of the call.
 * @param reserve The tokens of the answer, which some providers add to both numbers.
 */
export function refusalOf(read: ContextLimit | undefined, reserve: number): RefusedRequest | undefined {
  const { limit: most, counted, includesOutput } = read ?? {}
  if (most === undefined) return undefined
  const output = includesOutput ? reserve : 0
  const limit = Math.max(1, most - output)
  return { limit, input: Math.max(limit + 1, (counted ?? 0) - output) }
}
