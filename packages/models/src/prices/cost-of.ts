import { type Check, checkOptions, isObject } from '@lamella/core/plugin'
import type { Prices } from '../contract/prices.ts'
import { mustBePrices } from './must-be-prices.ts'

/** The tokens that a provider billed for one request: the `usage` of a response that `@lamella/wire` decoded, for example. */
export interface BilledTokens {
  /** All input, including what was read from and written to the prompt cache. */
  readonly inputTokens: number
  /** The part of the input that was read from the cache. Default 0. */
  readonly cachedInputTokens?: number | undefined
  /** The part of the input that was written to the cache. Default 0. */
  readonly cacheWriteTokens?: number | undefined
  /**
   * The parts of `cacheWriteTokens` by how long they stay, such as `{ '1h': 2000 }`. What is in none of them stays as long as usual,
   * and so does a time that the prices do not have.
   */
  readonly cacheWrites?: Readonly<Record<string, number>> | undefined
  /** All output, including thinking. */
  readonly outputTokens: number
}

/** What a request cost, in US dollars. */
export interface RequestCost {
  /** Input that was neither read from the cache nor written to it. */
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
  readonly total: number
}

/**
 * Returns what a request cost. Images, files and audio are billed as the tokens that the provider counted for them.
 *
 * @throws LamellaError `OPTION_INVALID`, for tokens that the provider did not report, too
 * @example
 * const { total } = costOf(modelPrices('gpt-4o'), { inputTokens: 12_000, cachedInputTokens: 10_000, outputTokens: 400 }) // 0.0215
 */
export function costOf(prices: Prices, tokens: BilledTokens): RequestCost {
  checkOptions('costOf', { prices, tokens }, { prices: mustBePrices, tokens: mustBeTokens }, ['prices', 'tokens'])
  const { inputTokens, cachedInputTokens = 0, cacheWriteTokens = 0, cacheWrites = {}, outputTokens } = tokens
  const used = prices.long && inputTokens > prices.long.above ? prices.long : prices
  const { read = used.input, writes = {} } = used
  const usual = Object.values(writes)[0] ?? used.input
  let written = cacheWriteTokens * usual
  for (const [life, count] of Object.entries(cacheWrites)) {
    written += count * ((Object.hasOwn(writes, life) ? (writes[life] as number) : usual) - usual)
  }
  const cost = {
    input: (Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens) * used.input) / 1e6,
    cacheRead: (cachedInputTokens * read) / 1e6,
    cacheWrite: written / 1e6,
    output: (outputTokens * used.output) / 1e6,
  }
  return { ...cost, total: cost.input + cost.cacheRead + cost.cacheWrite + cost.output }
}

const mustBeTokens: Check = (value) =>
  isObject(value) && Number.isFinite(value['inputTokens']) && Number.isFinite(value['outputTokens'])
    ? undefined
    : 'must have inputTokens and outputTokens, as numbers'
