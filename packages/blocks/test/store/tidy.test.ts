import { createBlockStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'
import { memoryOver, scope, watched } from './support.ts'

const owner = { ...scope, agent: 'a' }
const words = (count: number): string =>
  Array.from({ length: count }, (_, n) => ((n * 2_654_435_761) % 4_294_967_296).toString(36)).join(' ')

/** Returns the number of calls of a store's method. */
const counted = (calls: readonly { readonly name: string }[], name: string): number =>
  calls.filter((call) => call.name === name).length

describe('the search text and the snapshot of a block', () => {
  it('are written after each change of a small block', async () => {
    const watch = watched(createBlockStore({ ranker: wordRanker }))
    const memory = memoryOver(watch.blocks)
    const id = await memory.createBlock('a', 'notes', { type: 'Core' })
    for (let n = 0; n < 5; n++) await memory.appendToBlock('a', 'notes', `${n}`)
    expect(await watch.blocks.get(owner, id)).toMatchObject({ text: '01234' })
    expect(counted(watch.calls, 'setText')).toBe(5)
  })

  it.each([2 ** 26, 0])(
    'cost no more than the changes, with %i bytes in memory, and are current when read',
    async (maxBytes) => {
      const watch = watched(createBlockStore({ ranker: wordRanker }))
      const memory = memoryOver(watch.blocks, { maxBytes })
      const content = words(20_000)
      const id = await memory.createBlock('a', 'notes', { type: 'Core', content })
      watch.calls.length = 0
      for (let n = 0; n < 150; n++) await memory.appendToBlock('a', 'notes', '!')
      expect(counted(watch.calls, 'append')).toBe(150)
      // 150 characters do not cause the text or a snapshot to be written, which are 1,000 times as long.
      expect([counted(watch.calls, 'setText'), counted(watch.calls, 'compact')]).toEqual([0, 0])
      expect((await watch.blocks.get(owner, id))?.text).toBe(content)
      await memory.search('a', 'nothing')
      expect((await watch.blocks.get(owner, id))?.text).toBe(`${content}${'!'.repeat(150)}`)
      await memory.appendToBlock('a', 'notes', words(60_000))
      expect([counted(watch.calls, 'setText'), counted(watch.calls, 'compact')]).toEqual([2, 1])
    },
  )

  it('are updated when the memory is closed', async () => {
    const { blocks } = watched(createBlockStore({ ranker: wordRanker }))
    const memory = memoryOver(blocks)
    const content = words(2_000)
    const id = await memory.createBlock('a', 'notes', { type: 'Core', content })
    await memory.appendToBlock('a', 'notes', '!')
    expect((await blocks.get(owner, id))?.text).toBe(content)
    await memory.close()
    expect((await blocks.get(owner, id))?.text).toBe(`${content}!`)
  })
})
