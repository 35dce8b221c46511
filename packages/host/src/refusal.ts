import type { Notice } from '@lamella/core'
import type { ContextLimit } from '@lamella/models'
import type { RefusedRequest } from '@lamella/runs'
import type { AdapterRequest } from './contract/adapter.ts'

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

/** Adds to a request that the provider has refused it. */
export function withRefusal(request: AdapterRequest, refused: RefusedRequest): AdapterRequest {
  const { input, limit } = refused
  const notice: Notice = {
    code: 'REQUEST_REFUSED',
    what: `The provider has counted the request as ${input} tokens, above its limit of ${limit}. It was made shorter and sent once more.`,
    fix: 'If this happens with each conversation, lower the window to the limit of the provider.',
    details: { input, limit },
  }
  return { ...request, refused, notices: [...(request.notices ?? []), notice] }
}
