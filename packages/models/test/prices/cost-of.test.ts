import { costOf, modelPrices } from '@lamella/models'
import { describe, expect, it } from 'vitest'

const prices = { input: 4, output: 20, read: 0.2, writes: { '5m': 5, '1h': 8 } }

describe('costOf', () => {
  it('bills each token once, by what happened to it', () => {
    const cost = costOf(prices, {
      ...{ inputTokens: 1_000_000, cachedInputTokens: 500_000, cacheWriteTokens: 200_000, outputTokens: 100_000 },
    })
    expect(cost).toEqual({ input: 1.2, cacheRead: 0.1, cacheWrite: 1, output: 2, total: 4.3 })
  })

  it('bills what is written to the cache by how long it stays', () => {
    const written = { inputTokens: 1_000_000, cacheWriteTokens: 1_000_000, outputTokens: 0 }
    expect(costOf(prices, { ...written, cacheWrites: { '1h': 1_000_000 } }).cacheWrite).toBe(8)
    expect(costOf(prices, { ...written, cacheWrites: { '5m': 500_000, '1h': 500_000 } }).cacheWrite).toBe(6.5)
    expect(costOf(prices, { ...written, cacheWrites: { '1h': 250_000 } }).cacheWrite).toBe(5.75)
    expect(costOf(prices, { ...written, cacheWrites: { constructor: 1_000_000 } }).cacheWrite).toBe(5)
  })

  it.each<[unknown, unknown]>([
    [undefined, { inputTokens: 1, outputTokens: 1 }],
    [{ input: 2 }, { inputTokens: 1, outputTokens: 1 }],
    [prices, undefined],
    [prices, {}],
    [prices, { inputTokens: 1, outputTokens: undefined }],
  ])('says no sum of money for what is not known: %j, %j', (given, tokens) => {
    expect(() => costOf(given as never, tokens as never)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })

  it('bills a cache as input where it has no price of its own', () => {
    const used = { inputTokens: 1_000_000, cachedInputTokens: 400_000, cacheWriteTokens: 600_000, outputTokens: 0 }
    expect(costOf({ input: 2, output: 8 }, used).total).toBe(2)
  })

  it('bills all tokens of a long request at the prices of long ones', () => {
    const sol = modelPrices('gpt-6.2-sol')
    if (!sol) throw new Error('no prices')
    expect(costOf(sol, { inputTokens: 272_000, outputTokens: 1_000_000 }).total).toBe(0.544 + 10)
    expect(costOf(sol, { inputTokens: 272_001, outputTokens: 1_000_000 }).total).toBeCloseTo(1.088004 + 15, 9)
  })
})
