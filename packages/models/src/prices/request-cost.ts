import {
  type Check,
  type CostReport,
  checkOptions,
  type InputCost,
  isObject,
  type PricedRequest,
  type Pricing,
} from '@lamella/core/plugin'
import type { CostRequest, Prices } from '../contract/prices.ts'
import { mustBePrices } from './must-be-prices.ts'

/** Tokens, and how many of them are in the cache. */
interface Share {
  readonly tokens: number
  readonly repeated: number
}

const mustBeRequest: Check = (value) =>
  isObject(value) &&
  Number.isFinite(value['tools']) &&
  isObject(value['tokens']) &&
  Array.isArray(value['items']) &&
  value['items'].every(isObject)
    ? undefined
    : 'must be { tokens, tools, items, prefix? } with a list of items'

/**
 * Returns what a request costs. A prompt cache holds a prefix, so the first tokens of the request are read from it, whatever they
 * belong to. This is what `report.cost` says; here for requests that were recorded.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const tokens = { total: 1_000, reserve: 100, tools: 0 }
 * const items = [{ layer: 'system', start: 0, end: 400 }, { layer: 'history', start: 400, end: 1_000 }]
 * requestCost({ tokens, tools: 0, items, prefix: 400 }, { input: 4, output: 20, read: 0.4 }).cached // 0.00256
 */
export function requestCost(request: CostRequest, prices: Prices): CostReport {
  checkOptions('requestCost', { request, prices }, { request: mustBeRequest, prices: mustBePrices }, [
    'request',
    'prices',
  ])
  const { tokens, tools, items, prefix = 0 } = request
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

/**
 * Makes prices into what a budget takes: `report.cost` and `run.cost` are calculated with it.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * createContext().budget({ window: 128_000, reserve: 4_000, prices: pricing({ input: 4, output: 20, read: 0.4 }) })
 */
export function pricing(prices: Prices): Pricing {
  checkOptions('pricing', { prices }, { prices: mustBePrices }, ['prices'])
  const own = structuredClone(prices)
  return { cost: (request) => requestCost(partsOf(request), own) }
}

/** Returns the parts of a request, in the places where the provider will count them. */
function partsOf({ tokens, layout, placeOf = (place) => place, prefix }: PricedRequest): CostRequest {
  const { start, tools, system, fragments } = layout
  const parts = [...system.map(({ layer, textStart, end }) => ({ layer, start: textStart, end })), ...fragments]
  const items = parts.map((part) => ({ layer: part.layer.name, start: placeOf(part.start), end: placeOf(part.end) }))
  const end = placeOf(tools)
  return { tokens: { ...tokens, tools: end - placeOf(start) }, tools: end, items, prefix }
}
