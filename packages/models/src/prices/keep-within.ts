import { checkOptions, mustBeNumber } from '@lamella/core/plugin'
import type { Prices } from '../contract/prices.ts'
import { mustBePrices } from './must-be-prices.ts'

/** A conversation whose cuts are to be paid for. */
export interface KeepOptions {
  /** The tokens of a request just before a cut: the window without the reserve. */
  readonly tokens: number
  /** The tokens that each request adds to the one before: question, answer, calls and results. */
  readonly growth: number
  readonly prices: Prices
  /** How much more a request may cost than with the deepest cut. Default 1.5: half as much again. */
  readonly within?: number | undefined
}

/**
 * Returns how much a cut of a run can keep, as a share for `budget({ keep })`, so that a request costs on average at most `within`
 * times what it costs with a cut that keeps nothing. Rounded down to hundredths.
 *
 * Between two cuts that keep a share k of B tokens there are (1 - k) B / g requests with a growth of g. Each reads on average
 * (1 + k) B / 2 tokens from the cache and writes g, and the cut writes k B anew. So a request costs
 * c(k) = r (1 + k) B / 2 + w g + w g k / (1 - k), with the prices r of a token read and w of a token written: it grows with k.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * keepWithin({ tokens: 60_000, growth: 500, prices: modelPrices('claude-sonnet-4-6') }) // 0.44
 */
export function keepWithin(options: KeepOptions): number {
  const {
    tokens,
    growth,
    prices,
    within = 1.5,
  } = checkOptions(
    'keepWithin',
    options,
    {
      tokens: mustBeNumber(1),
      growth: mustBeNumber(1),
      prices: mustBePrices,
      within: mustBeNumber(1),
    },
    ['tokens', 'growth', 'prices'],
  )
  const { input, read = input, writes = {} } = prices.long && tokens > prices.long.above ? prices.long : prices
  const write = Object.values(writes)[0] ?? input
  const cost = (keep: number): number => {
    return (read * (1 + keep) * tokens) / 2 + write * growth + (write * growth * keep) / (1 - keep)
  }
  const most = within * cost(0)
  let share = 0
  while (share < 99 && cost((share + 1) / 100) <= most) share++
  return Math.max(share, 1) / 100
}
