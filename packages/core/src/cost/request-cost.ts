import type { CostReport, InputCost, Prices, RunCost } from '../contract/prices.ts'
import type { TokenReport } from '../contract/report.ts'

/** A part of a request. Places are tokens from the start of the request. */
export interface CostItem {
  readonly layer: string
  readonly start: number
  readonly end: number
}

/** A request whose cost is asked. */
export interface CostRequest {
  readonly tokens: Pick<TokenReport, 'total' | 'reserve' | 'tools'>
  /** Where the tools end. */
  readonly tools: number
  /** The parts of all layers. What is in none of them is framing. */
  readonly items: readonly CostItem[]
  /** Tokens at the start that the provider's prompt cache has. Default 0. */
  readonly prefix?: number | undefined
}

/** Tokens, and how many of them are in the cache. */
interface Share {
  readonly tokens: number
  readonly repeated: number
}

/**
 * Returns what a request costs. A prompt cache holds a prefix, so the first tokens of the request are read from it, whatever they
 * belong to. This is what `report.cost` says; here for requests that were recorded.
 *
 * @example
 * const tokens = { total: 1_000, reserve: 100, tools: 0 }
 * const items = [{ layer: 'system', start: 0, end: 400 }, { layer: 'history', start: 400, end: 1_000 }]
 * requestCost({ tokens, tools: 0, items, prefix: 400 }, { input: 4, output: 20, read: 0.4 }).cached // 0.00256
 */
export function requestCost({ tokens, tools, items, prefix = 0 }: CostRequest, prices: Prices): CostReport {
  const { total, reserve } = tokens
  const { input, output, read = input, writes = {} } = prices.long && total > prices.long.above ? prices.long : prices
  const write = Object.values(writes)[0] ?? input
  const costOf = (share: Share): InputCost => ({
    uncached: (share.tokens * input) / 1e6,
    cached: (share.repeated * read + (share.tokens - share.repeated) * write) / 1e6,
  })
  const whole: Share = { tokens: total, repeated: Math.min(prefix, total) }
  let framing = whole
  const take = (start: number, end: number): Share => {
    const share = { tokens: end - start, repeated: Math.min(Math.max(prefix - start, 0), end - start) }
    framing = { tokens: framing.tokens - share.tokens, repeated: framing.repeated - share.repeated }
    return share
  }
  const shares = new Map<string, Share>()
  for (const { layer, start, end } of items) {
    const share = take(start, end)
    const sum = shares.get(layer)
    shares.set(layer, {
      tokens: share.tokens + (sum?.tokens ?? 0),
      repeated: share.repeated + (sum?.repeated ?? 0),
    })
  }
  const definitions = take(tools - tokens.tools, tools)
  return {
    ...costOf(whole),
    layers: Object.fromEntries(Array.from(shares, ([name, share]) => [name, costOf(share)])),
    tools: costOf(definitions),
    framing: costOf(framing),
    answer: (reserve * output) / 1e6,
  }
}

/** Adds a request to what a run has cost. */
export function addCost(before: RunCost | undefined, { uncached, cached }: InputCost): RunCost {
  return {
    requests: (before?.requests ?? 0) + 1,
    uncached: (before?.uncached ?? 0) + uncached,
    cached: (before?.cached ?? 0) + cached,
  }
}
