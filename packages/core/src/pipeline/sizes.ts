import type { RequestLimits } from '../contract/limits.ts'
import type { ContextTool } from '../contract/message.ts'
import type { AmountCounter } from '../measure/amounts.ts'
import type { ComposedContext } from './compose-context.ts'

/** Fixed costs of a request and its sizes, in tokens. */
export interface Sizes {
  readonly window: number
  readonly reserve: number
  readonly tools: number
  /** The limits beside the tokens; `undefined` if there are none. */
  readonly limits: SizeLimits | undefined
}

/** The limits of a request beside its tokens, and what counts for them besides the content. */
export interface SizeLimits {
  readonly most: RequestLimits
  readonly tools: readonly ContextTool[]
  /** Bytes of the parameters, at most. */
  readonly parameters: number
  readonly amounts: AmountCounter
}

/** Returns the tokens of the whole request. */
export function usedBy({ tokens, framing }: ComposedContext, { tools }: Sizes): number {
  return tokens + framing + tools
}
