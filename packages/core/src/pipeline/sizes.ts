import type { ComposedContext } from './compose-context.ts'
import type { Sizes } from './limits.ts'

/** Returns the tokens of the whole request. */
export function usedBy({ tokens, framing }: ComposedContext, { tools }: Sizes): number {
  return tokens + framing + tools
}
