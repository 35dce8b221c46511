import { createContext, createRegistry, defineLayer, type Layer, type LayerRequest } from '@lamella/core'
import { describe, expect, expectTypeOf, it } from 'vitest'

const load = (): string => ''
const motto = defineLayer('motto', { load: () => 'Be kind.' })

describe('defineLayer', () => {
  it('fills in the defaults, stamps the version and freezes', () => {
    expect(motto).toMatchObject({
      spec: 1,
      name: 'motto',
      order: 500,
      priority: 50,
      stability: 'turn',
      placement: 'system',
    })
    expect(Object.isFrozen(motto)).toBe(true)
  })

  it.each([
    [{ load, prioritty: 3 }, /'prioritty' is not a key of a layer\. Did you mean 'priority'\?/],
    [{}, /'load' is missing/],
    [{ load: 'text' }, /'load' must be a function/],
    [{ load, order: Number.NaN }, /'order' must be a finite number/],
    [{ load, placement: 'user' }, /'placement' must be one of system, messages/],
    [{ load, stability: 'always' }, /'stability' must be one of static, session, turn/],
    [{ load, budget: { min: -1 } }, /'budget' : min must be tokens/],
    [{ load, budget: { max: '150%' } }, /'budget' : max must be tokens/],
    [{ load, budget: { most: 5 } }, /'budget' has no 'most'/],
    [{ load, truncation: { name: 'x' } }, /'truncation' must be a policy/],
    [{ load, audience: ['everyone'] }, /'audience' must be a list of kinds of session/],
    [{ load, onError: 'ignore' }, /'onError' must be one of fail, omit/],
    [{ load, deadline: 0 }, /'deadline' must be milliseconds above 0/],
  ])('rejects %o', (definition, message) => {
    expect(() => defineLayer('bad', definition as never)).toThrow(message)
    expect(() => defineLayer('bad', definition as never)).toThrow(expect.objectContaining({ code: 'LAYER_INVALID' }))
  })

  it('rejects names that do not fit in a table or a tag', () => {
    for (const name of ['', ' x', 'a\nb', 'x'.repeat(65), 7]) {
      expect(() => defineLayer(name as string, { load: () => '' })).toThrow(/LAYER_INVALID/)
    }
  })

  it('compiles only valid definitions', () => {
    // @ts-expect-error a misspelled key
    expect(() => defineLayer('a', { load: () => '', prioritty: 3 })).toThrow()
    // @ts-expect-error a size that is none
    expect(() => defineLayer('a', { load: () => '', budget: { max: 'much' } })).toThrow()
    const plan = defineLayer('plan', { load: (request: LayerRequest & { readonly plan: string }) => request.plan })
    const builder = createContext().use([motto, plan]).budget({ window: 100, reserve: 0 })
    // @ts-expect-error the layer 'plan' needs a plan
    void builder.build({ scope: { tenant: 'acme' } }).catch(() => {})
    // @ts-expect-error there is no layer 'mott'
    expect(() => builder.use(defineLayer('b', { load: () => '' }), { before: 'mott' })).toThrow(/Did you mean 'motto'/)
    // @ts-expect-error a scope has a tenant
    void builder.build({ scope: {}, plan: 'free' }).catch(() => {})
    const context = builder.build({ scope: { tenant: 'acme' }, plan: 'free' })
    expectTypeOf<Awaited<typeof context>['report']['layers']>().toHaveProperty('plan')
  })

  it('passes layers the request fields they need', async () => {
    const plan = defineLayer('plan', { load: (request: LayerRequest & { readonly plan: string }) => request.plan })
    const context = await createContext()
      .use(plan)
      .budget({ window: 100, reserve: 0 })
      .build({ scope: { tenant: 'acme' }, plan: 'free' })
    expect(context.system[0]?.content).toBe('free')
  })
})

describe('the registry', () => {
  const layer = (name: string, order?: number) =>
    defineLayer(name, { load: () => name, ...(order === undefined ? {} : { order }) })
  const names = (registry: ReturnType<typeof createRegistry>): readonly string[] =>
    registry.layers.map((one) => one.name)

  it('sorts layers by order, keeps the sequence of equal ones, and never changes', () => {
    const one = createRegistry([layer('b', 2), layer('a', 1), layer('c', 2)])
    expect(names(one)).toEqual(['a', 'b', 'c'])
    expect(names(one.use(layer('d', 2), { before: 'b' }))).toEqual(['a', 'd', 'b', 'c'])
    expect(names(one.use(layer('d', 0), { after: 'c' }))).toEqual(['a', 'b', 'c', 'd'])
    expect(names(one.replace(layer('b', 9)))).toEqual(['a', 'b', 'c'])
    expect(names(one.without('b'))).toEqual(['a', 'c'])
    expect(names(one)).toEqual(['a', 'b', 'c'])
  })

  it('rejects duplicate names, unknown names, and invalid layers', () => {
    const one = createRegistry([layer('memory')])
    expect(() => one.use(layer('memory'))).toThrow(/LAYER_DUPLICATE/)
    expect(() => one.without('memmory')).toThrow(/Did you mean 'memory'/)
    expect(() => one.use({ name: 'old', spec: 2 } as never)).toThrow(
      /'old' has contract version 2; this release supports 1\. .*LAYER_INVALID/,
    )
    expect(() => one.use(undefined as never)).toThrow(/LAYER_INVALID/)
    const notes = (): Layer => layer('notes')
    expect(() => one.use(notes as never)).toThrow(
      /'notes' is a function, not a layer\. Call it: use\(notes\(\.\.\.\)\)/,
    )
  })

  it('keeps the order of several layers that are placed together', () => {
    const builder = createContext()
      .use(layer('a'))
      .use([layer('b'), layer('c')], { after: 'a' })
    expect(builder.layers.map((one) => one.name)).toEqual(['a', 'b', 'c'])
    expect(builder.use([layer('x'), layer('y')], { before: 'a' }).layers.map((one) => one.name)).toEqual([
      'x',
      'y',
      'a',
      'b',
      'c',
    ])
  })
})
