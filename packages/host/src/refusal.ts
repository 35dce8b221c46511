import type { ContextLimit } from '@lamella/models'
import type { RefusedRequest } from '@lamella/runs'

/**
 * Returns how a provider has refused a request that is too long; `undefined` for other errors. Where it names no limit, such as
 * OpenAI's Responses API and Bedrock, the limit is below what was sent.
 *
 * @param read What `contextLimitOf` has read from the error of the call.
 * @param tokens The request that was sent: its tokens, and those of the answer, which some providers add to both numbers.
 */
export function refusalOf(
  read: ContextLimit | undefined,
  { total, reserve }: { readonly total: number; readonly reserve: number },
): RefusedRequest | undefined {
  if (read === undefined) return undefined
  const { limit: most = total - 1, counted = total, includesOutput } = read
  const output = includesOutput && read.limit !== undefined ? reserve : 0
  const limit = Math.max(1, most - output)
  return { limit, input: Math.max(limit + 1, counted - output) }
}
