import type { Prices } from '@lamella/models'
import { keepWithin, modelPrices } from '@lamella/models'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const price = fc.double({ min: 0.01, max: 20, noNaN: true })
const cases = fc.record({
  tokens: fc.integer({ min: 10_000, max: 200_000 }),
  growth: fc.integer({ min: 50, max: 1_000 }),
  prices: fc.record({ input: price, output: price, read: price, write: price }).map(({ write, ...others }): Prices => {
    return { ...others, writes: { '5m': write } }
  }),
})

/** What a request costs on average over many cuts: each reads what was there, and writes what is new. */
function simulated(keep: number, tokens: number, growth: number, { read = 0, writes = {} }: Prices): number {
  const write = Object.values(writes)[0] ?? 0
  let [cost, requests, size] = [0, 0, 0]
  for (let cut = 0; cut < 40; cut++) {
    size = keep * tokens
    cost += size * write
    for (; size + growth <= tokens; requests++) {
      cost += size * read + growth * write
      size += growth
    }
  }
  return cost / requests
}

describe('keepWithin', () => {
  it('keeps no more than the price allows, and could not keep a tenth more, in a simulated conversation', () => {
    fc.assert(
      fc.property(cases, ({ tokens, growth, prices }) => {
        const keep = keepWithin({ tokens, growth, prices })
        // Whole requests are a little off the formula, where a conversation has few between two cuts.
        fc.pre(((1 - keep) * tokens) / growth > 20)
        const least = simulated(0, tokens, growth, prices)
        expect(simulated(keep, tokens, growth, prices)).toBeLessThan(1.5 * least * 1.1)
        if (keep < 0.85) expect(simulated(keep + 0.1, tokens, growth, prices)).toBeGreaterThan(1.5 * least * 0.95)
      }),
      { numRuns: 300, endOnFailure: true },
    )
  })

  it('keeps more where reading is cheap, and the more the more it may cost', () => {
    const of = (prices: Prices | undefined, within?: number): number =>
      keepWithin({ tokens: 60_000, growth: 500, prices: prices as Prices, within })
    expect(of(modelPrices('gpt-4o'))).toBeGreaterThan(0)
    expect(of(modelPrices('claude-sonnet-4-6'), 2)).toBeGreaterThan(of(modelPrices('claude-sonnet-4-6')))
  })

  it.each([{ tokens: 0 }, { growth: -1 }, { prices: {} }, { within: 0.5 }, { depth: 1 }])('rejects %j', (wrong) => {
    const options = { tokens: 1_000, growth: 10, prices: { input: 1, output: 1 }, ...wrong }
    expect(() => keepWithin(options as never)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })
})
