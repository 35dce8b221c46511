import { expect, it } from 'vitest'
import { embedderOf } from '../helpers/embedders.ts'
import type { OpenStores } from './stores.ts'

const scope = { tenant: 'acme' }
const angles: Readonly<Record<string, number>> = { 'green tea': 0, 'A warm infusion.': 0.2, 'Tea is dear.': 3 }

/** A direction in a plane, by an angle for each text: similar meanings are close. */
const embedder = embedderOf(
  'plane',
  (text) => {
    const angle = angles[text] ?? 1.5
    const vector = new Float32Array(64)
    vector.set([Math.cos(angle), Math.sin(angle)])
    return vector
  },
  {},
)

export function vectorOnlyTests(open: OpenStores): void {
  it('a text with a similarity of 0.98 is listed after the keyword hits, although those contradict the vectors', async () => {
    const { memory } = await open({ embedder })
    await memory.put(scope, { id: 'words', text: 'Tea is dear.' })
    await memory.put(scope, { id: 'meaning', text: 'A warm infusion.' })
    for (let n = 0; n < 8; n++) await memory.put(scope, { id: `other-${n}`, text: `Something else, number ${n}.` })
    const found = (await memory.search?.(scope, { query: 'green tea', mode: 'hybrid', limit: 2 }))?.hits
    expect(found?.map(({ item, by }) => [item.id, by.includes('vector')])).toEqual([
      ['words', true],
      ['meaning', true],
    ])
    expect(found?.every(({ score }) => score > 0)).toBe(true)
  })

  it('vectors with a weight of 0 find nothing', async () => {
    const { memory } = await open({ embedder, vectorWeight: 0 })
    await memory.put(scope, { id: 'words', text: 'Tea is dear.' })
    await memory.put(scope, { id: 'meaning', text: 'A warm infusion.' })
    const found = (await memory.search?.(scope, { query: 'green tea', mode: 'hybrid' }))?.hits
    expect(found?.map(({ item }) => item.id)).toEqual(['words'])
  })
}
