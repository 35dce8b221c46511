import { memoryTools } from '@lamella/blocks'
import { createMemoryStore } from '@lamella/store/memory'
import { expect, it } from 'vitest'
import { wordRanker } from '../../../testkit/test/rankers/word-ranker.ts'
import { newMemory } from '../store/support.ts'

it('tools tell the model when an index is behind, and a search adds up what its stores report', async () => {
  const indexed = { of: 900, done: 200 }
  const store = createMemoryStore({ ranker: wordRanker })
  const archive = { ...store, search: async () => ({ hits: [], indexed }) }
  const { memory } = newMemory({ archive })
  await memory.createBlock('entropy', 'human', { type: 'Core', content: 'Likes tea.' })
  const { handle } = await memoryTools(memory, 'entropy')
  expect((await memory.search('entropy', 'tea')).indexed).toEqual({ of: 901, done: 201 })
  expect(await handle('search_archival', { query: 'tea' })).toEqual({
    type: 'text',
    value: 'Nothing was found. 200 of 900 texts are indexed so far.',
  })
  expect(await handle('search_memory', { query: 'tea' })).toEqual({
    type: 'text',
    value: '201 of 901 texts are indexed so far.\n- Block human: Likes tea.',
  })
})
