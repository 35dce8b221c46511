import type { ComposedContext } from './compose-context.ts'
import type { LimitsOfRequest } from './limits.ts'

/** Fixed costs of a request and its sizes, in tokens. */
export interface Sizes {
  readonly window: number
  readonly reserve: number
  readonly tools: number
  /** The limits beside the tokens; `undefined` if there are none. */
  readonly limits: LimitsOfRequest | undefined
}

/** Returns the tokens of the whole request. */
export function usedBy({ tokens, framing }: ComposedContext, { tools }: Sizes): number {
  return tokens + framing + tools
}
