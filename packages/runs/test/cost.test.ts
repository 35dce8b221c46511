import { defineLayer, type Layer } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import type { InputCost } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scope, start } from '../../core/test/support/layers.ts'
import { type Prices, pricing } from '../../models/src/index.ts'
import { extend } from '../src/index.ts'
import { converse, history, question, talk, thought } from './support/runs.ts'

const listed: Prices = { input: 4, output: 20, read: 0.2, writes: { '5m': 5, '1h': 8 } }
const prices = pricing(listed)
const dollars = (tokens: number, price: number): number => (tokens * price) / 1e6

/** A layer of the system prompt with some texts. */
function notes(name: string, texts: readonly string[]): Layer {
  return defineLayer(name, {
    order: 1,
    priority: 1,
    stability: 'session',
    load: () => texts.map((content, index) => ({ id: `${index}`, content })),
  })
}

/** What all parts of a request cost together. */
function sumOf(parts: readonly InputCost[]): InputCost {
  return parts.reduce((sum, one) => ({ uncached: sum.uncached + one.uncached, cached: sum.cached + one.cached }), {
    uncached: 0,
    cached: 0,
  })
}

describe('the cost of a request', () => {
  it('is absent without prices', async () => {
    const { report, run } = await extend(talk(), { scope, message: 'One' })
    expect(report.cost).toBeUndefined()
    expect(run).not.toHaveProperty('cost')
  })

  it('is that of its tokens, and without a request before all of them are written to the cache', async () => {
    const budget = { window: 1_000, reserve: 100, prices }
    const { report } = await talk().budget(budget).build({ scope, message: 'One' })
    expect(report.cost).toMatchObject({
      uncached: dollars(report.tokens.total, 4),
      cached: dollars(report.tokens.total, 5),
      answer: dollars(100, 20),
    })
  })

  it('reads what repeats the request before from the cache, and writes the rest', async () => {
    const talking = converse(talk().budget({ window: 2_000, reserve: 100, prices }))
    await talking.turn('One.', thought('Yes.'))
    const { report } = await talking.ask('Two.')
    const { prefix = 0 } = report.cache
    expect(prefix).toBeGreaterThan(0)
    expect(report.cost?.cached).toBeCloseTo(dollars(prefix, 0.2) + dollars(report.tokens.total - prefix, 5), 12)
    expect(explain(report)).toContain('with a prompt cache; the answer at most $0.0020')
  })

  it('is at the prices of long requests above their limit, and not at it', async () => {
    const build = async (above: number) => {
      const long = { above, input: 40, output: 30 }
      const { report } = await talk()
        .budget({ window: 1_000, reserve: 100, prices: pricing({ ...listed, long }) })
        .build({ scope, message: 'One' })
      return report
    }
    const { tokens } = await build(1)
    expect((await build(tokens.total)).cost?.uncached).toBe(dollars(tokens.total, 4))
    const long = (await build(tokens.total - 1)).cost
    expect(long).toMatchObject({ uncached: dollars(tokens.total, 40), cached: dollars(tokens.total, 40) })
    expect(long?.answer).toBe(dollars(100, 30))
  })

  it('adds up over layers, tools and framing, whatever they are', async () => {
    const texts = fc.array(fc.string({ minLength: 1, maxLength: 40 }), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(
        texts,
        texts,
        fc.array(fc.string({ maxLength: 30 }), { maxLength: 4 }),
        async (one, two, said) => {
          const builder = start()
            .use([notes('one', one), notes('two', two), history(), question])
            .budget({ window: 3_000, reserve: 100, prices })
          const talking = converse(builder)
          const tools = [{ name: 'look', inputSchema: { type: 'object' as const } }]
          for (const text of said) await talking.turn(`${text}.`, thought('Yes.'), { tools })
          const { report } = await talking.ask('Last.', { tools })
          const { cost } = report
          if (!cost) throw new Error('no cost')
          const sum = sumOf([
            ...Object.values<InputCost>(cost.layers as Record<string, InputCost>),
            cost.tools,
            cost.framing,
          ])
          expect(sum.uncached).toBeCloseTo(cost.uncached, 12)
          expect(sum.cached).toBeCloseTo(cost.cached, 12)
          for (const part of [
            ...Object.values<InputCost>(cost.layers as Record<string, InputCost>),
            cost.tools,
            cost.framing,
          ]) {
            expect(part.uncached).toBeGreaterThanOrEqual(-1e-12)
            expect(part.cached).toBeGreaterThanOrEqual(-1e-12)
          }
        },
      ),
      { numRuns: 60, endOnFailure: true },
    )
  })
})

describe('the cost of a run', () => {
  it('is the sum of its requests, through cuts', async () => {
    const talking = converse(talk().budget({ window: 600, reserve: 100, prices }))
    let sum: InputCost = { uncached: 0, cached: 0 }
    for (let turn = 1; turn <= 12; turn++) {
      const { report } = await talking.turn(`Question ${turn}.`, thought('x'.repeat(30)))
      sum = sumOf([sum, report.cost as InputCost])
      expect(talking.run?.cost?.requests).toBe(turn)
    }
    expect(talking.run?.epoch).toBeGreaterThan(1)
    expect(talking.run?.cost?.uncached).toBeCloseTo(sum.uncached, 12)
    expect(talking.run?.cost?.cached).toBeCloseTo(sum.cached, 12)
  })

  it('stays what it was while no prices are known', async () => {
    const talking = converse(talk().budget({ window: 2_000, reserve: 100, prices }))
    await talking.turn('One.', thought('Yes.'))
    const { run } = talking
    const { run: next } = await extend(talk().budget({ window: 2_000, reserve: 100 }), {
      ...{ scope, message: 'Two.' },
      session: talking.session,
      ...(run && { run }),
    })
    expect(next?.cost).toEqual(run?.cost)
  })
})

describe('prices in a budget', () => {
  it.each([
    { input: 1 },
    { input: '1', output: 2 },
    { input: 1, output: Number.NaN },
    { input: 1, output: 2, read: -1 },
    { input: 1, output: 2, writes: { '5m': '1' } },
    { input: 1, output: 2, long: { input: 1, output: 2 } },
  ])('are rejected: %j', (wrong) => {
    expect(() => pricing(wrong as unknown as Prices)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
    expect(() => talk().budget({ window: 100, reserve: 10, prices: wrong as never })).toThrow(
      expect.objectContaining({ code: 'BUDGET_INVALID', message: expect.stringContaining('pricing(') }),
    )
  })
})
