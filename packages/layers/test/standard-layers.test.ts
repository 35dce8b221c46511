import { standardLayers } from '@lamella/layers'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { load } from './support/load.ts'

describe('standardLayers', () => {
  it('returns the seven layers in their order', () => {
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

  it('types the layers with their literal names', () => {
    const [first] = standardLayers()
    expectTypeOf(first.name).toEqualTypeOf<'system'>()
    expectTypeOf<ReturnType<typeof standardLayers>[number]['name']>().toEqualTypeOf<
      'system' | 'bootstrap' | 'memory' | 'skills' | 'tools' | 'history' | 'message'
    >()
  })

  it('passes the options on', async () => {
    const [system, , memory] = standardLayers({
      system: { prompt: 'Be kind.' },
      memory: { source: { entries: () => ({ entries: [{ id: 'a', text: 'tea' }] }) } },
    })
    expect((await load(system)).fragments[0]?.content).toBe('Be kind.')
    expect((await load(memory)).fragments).toHaveLength(1)
  })

  it('works without options', async () => {
    for (const layer of standardLayers()) await load(layer)
  })

  it('names a misspelled layer or option in the error', () => {
    expect(() => standardLayers({ skill: {} } as object)).toThrow("Did you mean 'skills'?")
    expect(() => standardLayers({ system: { soull: 'x' } as object })).toThrow("Did you mean 'soul'?")
  })
})
