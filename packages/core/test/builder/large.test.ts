import { defineLayer, type Fragment, oldestFirst } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { scope, start } from '../support/layers.ts'

const count = 200_000

describe('very many fragments', () => {
  const messages = Array.from({ length: count }, (_, index): Fragment => {
    return { id: `m${index}`, content: [{ role: index % 2 ? 'assistant' : 'user', content: 'x' }], page: index >> 4 }
  })
  const layer = (list: readonly Fragment[]) =>
    defineLayer('many', { placement: 'messages', truncation: oldestFirst(), load: () => list })

  it('are all kept if there is room', async () => {
    const context = await start().use(layer(messages)).budget({ window: 10_000_000, reserve: 0 }).build({ scope })
    expect(context.messages).toHaveLength(count)
  })

  it('are cut if there is no room, with one report row each', async () => {
    const context = await start().use(layer(messages)).budget({ window: 1_000, reserve: 0 }).build({ scope })
    expect(context.messages).toHaveLength(320)
    expect(context.report.rows).toHaveLength(count - 320)
  })

  it('can form one unit', async () => {
    const grouped = messages.map((fragment) => ({ ...fragment, group: 'all', page: undefined }))
    const context = await start().use(layer(grouped)).budget({ window: 1_000, reserve: 0 }).build({ scope })
    expect(context.messages).toEqual([])
    expect(context.report.layers.many.dropped).toBe(count)
  })
})
