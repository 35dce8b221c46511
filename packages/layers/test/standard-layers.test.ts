import { standardLayers } from '@lamella/layers'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { load } from './support/load.ts'

describe('standardLayers', () => {
  it('are the seven layers in their order', () => {
    const layers = standardLayers()
    expect(layers.map(({ name }) => name)).toEqual([
      'system',
      'bootstrap',
      'memory',
      'skills',
      'tools',
      'history',
      'message',
    ])
    expect(layers.map(({ order }) => order)).toEqual(layers.map(({ order }) => order).toSorted((a, b) => a - b))
  })

  it('are typed with their literal names', () => {
    const [first] = standardLayers()
    expectTypeOf(first.name).toEqualTypeOf<'system'>()
    expectTypeOf<ReturnType<typeof standardLayers>[number]['name']>().toEqualTypeOf<
      'system' | 'bootstrap' | 'memory' | 'skills' | 'tools' | 'history' | 'message'
    >()
  })

  it('pass the options on', async () => {
    const [system, , memory] = standardLayers({
      system: { prompt: 'Be kind.' },
      memory: { source: { entries: () => ({ entries: [{ id: 'a', text: 'tea' }] }) } },
    })
    expect((await load(system)).fragments[0]?.content).toBe('Be kind.')
    expect((await load(memory)).fragments).toHaveLength(1)
  })

  it('load without any option', async () => {
    for (const layer of standardLayers()) await load(layer)
  })

  it('names a misspelled layer or option', () => {
    expect(() => standardLayers({ skill: {} } as object)).toThrow("Did you mean 'skills'?")
    expect(() => standardLayers({ system: { soull: 'x' } as object })).toThrow("Did you mean 'soul'?")
  })
})
