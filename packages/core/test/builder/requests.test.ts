import { createContext, defineLayer, isLamellaError } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { scope, start } from '../support/layers.ts'

const rules = defineLayer('rules', { order: 1, load: () => [{ id: 'r', content: 'Be kind.', pinned: true }] })
const wide = { window: 1_000, reserve: 0 }
const build = (request: object): Promise<unknown> =>
  start()
    .use(rules)
    .budget(wide)
    .build(request as never)

describe('invalid settings and requests', () => {
  it.each([
    [{}, 'SCOPE_INVALID', /scope.tenant is missing/],
    [{ scope: { tenant: '' } }, 'SCOPE_INVALID', /scope.tenant is empty/],
    [{ scope: { tenant: 'a', user: 7 } }, 'SCOPE_INVALID', /scope.user/],
    [{ scope: { tenant: 'a', usr: 'b' } }, 'SCOPE_INVALID', /scope.usr .*Did you mean 'user'/],
    [{ scope: { tenant: 'a', kind: 'Private' } }, 'SCOPE_INVALID', /scope.kind must be one of private, group/],
    [null, 'REQUEST_INVALID', /request is not an object/],
    [{ scope, message: '' }, 'REQUEST_INVALID', /message is empty/],
    [{ scope, message: { role: 'assistant', content: 'x' } }, 'REQUEST_INVALID', /not a user message/],
    [{ scope, now: new Date(Number.NaN) }, 'REQUEST_INVALID', /now is not a valid Date/],
    [{ scope, session: { length: 3 } }, 'REQUEST_INVALID', /session is neither/],
    [{ scope, tools: [{ name: 'x' }] }, 'REQUEST_INVALID', /tool 0/],
    [{ scope, tools: [{ name: '', inputSchema: {} }] }, 'REQUEST_INVALID', /tool 0/],
    [{ scope, signal: 'now' }, 'REQUEST_INVALID', /signal/],
  ])('rejects the request %o', async (request, code, message) => {
    await expect(build(request as object)).rejects.toThrow(message)
    await expect(build(request as object)).rejects.toMatchObject({ code })
  })

  it.each([
    [{ window: 0, reserve: 0 }],
    [{ window: 10, reserve: 10 }],
    [{ window: -5, reserve: 0 }],
    [{ window: Number.NaN, reserve: 0 }],
    [{ window: 1.5, reserve: 0 }],
    [{ window: 100 }],
    [{ window: 100, reserve: 10, spare: 5 }],
    [undefined],
  ])('rejects the budget %o', (budget) => {
    expect(() => start().budget(budget as never)).toThrow(expect.objectContaining({ code: 'BUDGET_INVALID' }))
  })

  it('reports missing and misspelled fields', async () => {
    await expect(start().use(rules).build({ scope })).rejects.toThrow(/has no budget.*Call budget/)
    expect(() => start().budget({ window: 10, reserved: 5 } as never)).toThrow(/Did you mean 'reserve'/)
    expect(() => start().repair({ missingResults: 'drop' } as never)).toThrow(/Did you mean 'missingResult'/)
    expect(() => start().repair({ orphanResult: 'synthesize' } as never)).toThrow(/one of drop, fail.*REQUEST_INVALID/)
    expect(() => start().deadline(0)).toThrow(/deadline/)
    expect(() => start().tokenizer({} as never)).toThrow(/tokenizer/)
    for (const wrong of [undefined, null, {}, () => 1])
      expect(() => start().framing(wrong as never)).toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }))
    for (const layer of [undefined, null, rules, () => rules])
      expect(() =>
        start()
          .use(rules)
          .without(layer as never),
      ).toThrow(expect.objectContaining({ code: 'LAYER_UNKNOWN' }))
    const layer = defineLayer('placed', { load: () => 'a' })
    for (const placed of [{ befor: 'motto' }, 'motto', { before: 5 }]) {
      expect(() => start().use(layer, placed as never)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
    }
    expect(() => start().observe('log' as never)).toThrow(/observe/)
  })

  it('does not treat a window of 0 tokens as unlimited', async () => {
    await expect(start().use(rules).budget({ window: 1, reserve: 0 }).build({ scope })).rejects.toMatchObject({
      code: 'CONTEXT_OVERFLOW',
    })
  })
})

describe('build of a context that cannot fit', () => {
  it('reports the smallest window that works and the largest pinned fragments', async () => {
    const big = defineLayer('big', { load: () => [{ id: 'b', content: 'x'.repeat(500), pinned: true }] })
    const builder = start()
      .use([rules, big])
      .tools([{ name: 'look', inputSchema: {} }])
    try {
      await builder.budget({ window: 100, reserve: 20 }).build({ scope })
      expect.unreachable()
    } catch (error) {
      if (!isLamellaError(error, 'CONTEXT_OVERFLOW')) throw error
      const { smallestWindow, largest, reserve, tools } = error.details
      expect(largest.map((one) => `${one.layer}/${one.fragment}`)).toEqual(['big/b', 'rules/r'])
      expect([reserve, tools]).toEqual([20, 13])
      expect(error.message).toContain(`The smallest window that works is ${smallestWindow}`)
      await builder.budget({ window: smallestWindow, reserve: 20 }).build({ scope })
      await expect(builder.budget({ window: smallestWindow - 1, reserve: 20 }).build({ scope })).rejects.toThrow()
    }
  })

  it('reports pinned fragments that exceed the layer’s own maximum', async () => {
    const tight = defineLayer('tight', {
      budget: { max: 3 },
      load: () => [{ id: 'b', content: 'xxxxx', pinned: true }],
    })
    await expect(start().use(tight).budget(wide).build({ scope })).rejects.toMatchObject({ code: 'LAYER_OVERFLOW' })
  })
})

describe('a builder', () => {
  it('is immutable: every change returns a new builder', async () => {
    const one = createContext().use(rules).budget(wide)
    const two = one.use(defineLayer('more', { load: () => 'More.' }))
    expect((await one.build({ scope })).system).toHaveLength(1)
    expect((await two.build({ scope })).system).toHaveLength(2)
  })

  it('passes parameters through', async () => {
    const context = await start()
      .use(rules)
      .budget(wide)
      .parameters({ model: 'a' })
      .parameters({ temperature: 0 })
      .build({ scope })
    expect(context.parameters).toEqual({ model: 'a', temperature: 0 })
  })

  it('passes each layer the maximum number of tokens it could be granted', async () => {
    const limits: number[] = []
    const layer = (name: string, max?: number | '10%') =>
      defineLayer(name, {
        ...(max === undefined ? {} : { budget: { max } }),
        load: ({ limit }) => {
          limits.push(limit)
          return undefined
        },
      })
    await start()
      .use([layer('a'), layer('b', 50), layer('c', '10%')])
      .budget({ window: 1_000, reserve: 100 })
      .build({ scope })
    expect(limits).toEqual([1_000 - 100 - 3, 50, 100])
  })

  it('refuses messages in a request: the conversation is its session', async () => {
    const messages = [{ role: 'user' as const, content: 'Hello' }]
    await expect(build({ scope, messages })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      details: { key: 'messages' },
      fix: 'Pass them as session.',
    })
  })

  it.each(['run', 'cut', 'repeat'])('refuses %s in a request: it belongs to extend of @lamella/runs', async (key) => {
    const builder = start().budget({ window: 1_000, reserve: 0 })
    await expect(builder.build({ scope, [key]: true })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      details: { key },
      fix: expect.stringContaining('extend(builder, request)'),
    })
  })
})
