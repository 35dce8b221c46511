import { createModels, defineModel, getModel, listModels, modelBudget, modelPrices } from '@lamella/models'
import { describe, expect, it } from 'vitest'

describe('modelPrices', () => {
  it('has prices, with their source and day, of the models of all vendors that are checked', () => {
    const priced = listModels().filter((model) => modelPrices(model))
    expect(priced.length).toBeGreaterThan(80)
    for (const { id, prices = [] } of priced) {
      for (const { input, output, read = input, writes = {}, long, source, date } of prices) {
        expect(
          [input, output, read, ...Object.values(writes)].every((price) => price > 0),
          id,
        ).toBe(true)
        expect(read <= input && input <= output, id).toBe(true)
        if (long) expect(long.above > 100 && long.input >= input && long.output >= output, id).toBe(true)
        expect(source, id).toMatch(/^https:\/\/\S+\.\S+/)
        expect(date, id).toMatch(/^2026-\d\d-\d\d$/)
      }
    }
    const current = listModels({ status: 'active' }).filter(({ provider }) => /openai|anthropic|google/.test(provider))
    expect(current.filter((model) => !modelPrices(model)).map(({ id }) => id)).toEqual([])
  })

  it.each([
    // platform.claude.com/docs/en/about-claude/pricing
    ['claude-opus-5-5', { input: 4, output: 20, read: 0.2, writes: { '5m': 5, '1h': 8 } }],
    ['claude-sonnet-4-5', { input: 3, output: 15, read: 0.3, writes: { '5m': 3.75, '1h': 6 } }],
    // developers.openai.com/api/docs/models/gpt-6.2-sol
    [
      'gpt-6.2-sol',
      {
        ...{ input: 2, output: 10, read: 0.1, writes: { '30m': 2.5, '12h': 5 } },
        long: { above: 272_000, input: 4, output: 15, read: 0.2, writes: { '30m': 5, '12h': 10 } },
      },
    ],
    ['gpt-4o', { input: 2.5, output: 10, read: 1.25 }],
    // ai.google.dev/gemini-api/docs/pricing
    [
      'gemini-2.5-pro',
      { input: 1.25, output: 10, read: 0.125, long: { above: 200_000, input: 2.5, output: 15, read: 0.25 } },
    ],
    // The pages of the vendors, 2026-11-26: platform.claude.com, developers.openai.com, ai.google.dev, docs.x.ai,
    // api-docs.deepseek.com, platform.kimi.ai, docs.z.ai, platform.minimax.io
    ['claude-fable-5-1', { input: 10, output: 50, read: 0.25, writes: { '5m': 12.5, '1h': 20 } }],
    ['claude-opus-5', { input: 5, output: 25, read: 0.5, writes: { '5m': 6.25, '1h': 10 } }],
    ['claude-haiku-4-5', { input: 1, output: 5, read: 0.1, writes: { '5m': 1.25, '1h': 2 } }],
    ['claude-haiku-5-5', { input: 0.1, output: 0.5, read: 0.01, long: { above: 100_000, input: 0.5, output: 2.5 } }],
    ['gpt-6-luna', { input: 0.1, output: 0.5, read: 0.01, writes: { '30m': 0.125 } }],
    ['gpt-6.1-sol', { input: 2, output: 10, read: 0.1, long: { above: 272_000, input: 4, output: 15, read: 0.2 } }],
    ['gpt-5.6-terra', { input: 2, output: 12, read: 0.2 }],
    ['gemini-4-argon', { input: 2, output: 10, read: 0.1 }],
    ['gemini-3.8-flash', { input: 0.75, output: 3.75, read: 0.075 }],
    ['grok-4.7', { input: 2, output: 6, read: 0.5, long: { above: 200_000, input: 4, output: 12, read: 1 } }],
    ['deepseek-v4-pro', { input: 0.66, output: 1.98, read: 0.022 }],
    ['deepseek-flash', { input: 0.15, output: 0.6, read: 0.003 }],
    ['kimi-k3', { input: 3, output: 15, read: 0.3 }],
    ['glm-5.3', { input: 1.4, output: 4.4, read: 0.26 }],
    [
      'MiniMax-M3',
      { input: 0.3, output: 1.2, read: 0.06, long: { above: 512_000, input: 0.6, output: 2.4, read: 0.12 } },
    ],
  ])('knows those of %s', (name, prices) => {
    expect(modelPrices(name)).toMatchObject(prices)
  })

  it('finds them by every name of a model', () => {
    expect(modelPrices('us.anthropic.claude-haiku-4-5-20251001-v1:0')).toBe(modelPrices('claude-haiku-4-5'))
    expect(modelPrices('openai/gpt-4o-2024-08-06')).toBe(modelPrices('gpt-4o'))
    expect(modelPrices('nobody-knows-it')).toBeUndefined()
  })

  it.each(['yesterday', '2026-13-45', '1.12.2026', '2026-12-01T00:00:00Z'])(
    'rejects a day in another form: %s',
    (day) => {
      const wrong = expect.objectContaining({
        code: 'OPTION_INVALID',
        details: expect.objectContaining({ option: 'day' }),
      })
      expect(() => modelPrices('gemini-4-argon', { day })).toThrow(wrong)
      expect(() => modelBudget('gemini-4-argon', { day })).toThrow(wrong)
    },
  )

  it('changes them on the day that was announced', () => {
    expect(modelPrices('gemini-4-argon')?.input).toBe(2)
    expect(modelPrices('gemini-4-argon', { day: '2026-11-30' })?.input).toBe(2)
    expect(modelPrices('gemini-4-argon', { day: '2026-12-01' })?.input).toBe(4)
    const answer = {
      tokens: { total: 0, reserve: 1e6, tools: 0 },
      layout: { start: 0, tools: 0, system: [], fragments: [] },
    }
    expect(modelBudget('gemini-4-argon', { day: '2027-01-01' }).prices?.cost(answer).answer).toBe(20)
  })

  it('takes those of a model of your own', () => {
    const prices = [{ input: 1, output: 2, source: 'our contract' }]
    const house = createModels([{ id: 'house-model', contextWindow: 8_000, maxOutput: 1_000, prices }])
    expect(modelPrices(house.getModel('house-model'))).toEqual(prices[0])
    const cheaper = defineModel({ ...getModel('gpt-4o'), prices: [{ input: 2, output: 8 }] })
    expect(modelPrices(cheaper)?.input).toBe(2)
  })

  it.each([
    [[{ input: 1 }]],
    [[{ input: -1, output: 1 }]],
    [[{ input: 1, output: 1, writes: { '5m': '2' } }]],
    [[{ input: 1, output: 1, long: { input: 2, output: 2 } }]],
    [[{ input: 1, output: 1, from: 'tomorrow' }]],
    ['cheap'],
  ])('rejects %j', (prices) => {
    const define = (): unknown => defineModel({ id: 'x', contextWindow: 10, maxOutput: 1, prices: prices as never })
    expect(define).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })
})

describe('modelBudget', () => {
  it('has the prices of the model, unless others are given', () => {
    const million = {
      tokens: { total: 1e6, reserve: 1e6, tools: 0 },
      layout: { start: 0, tools: 0, system: [], fragments: [] },
    }
    const { input, output } = modelPrices('gpt-4o') ?? {}
    expect(modelBudget('gpt-4o').prices?.cost(million)).toMatchObject({ uncached: input, answer: output })
    const own = modelBudget('gpt-4o', { prices: { input: 1, output: 2 } }).prices
    expect(own?.cost(million)).toMatchObject({ uncached: 1, answer: 2 })
    expect(modelBudget('nobody-knows-it', { window: 10_000 })).not.toHaveProperty('prices')
  })
})
