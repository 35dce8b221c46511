import type { ComposedContext } from './compose-context.ts'

/** Fixed costs of a request and its sizes, in tokens. */
export interface Sizes {
  readonly window: number
  readonly reserve: number
  readonly tools: number
}

/** Returns the tokens of the whole request. */
export function usedBy({ tokens, framing }: ComposedContext, { tools }: Sizes): number {
  return tokens + framing + tools
}
