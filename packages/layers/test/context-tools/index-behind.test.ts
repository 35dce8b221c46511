import type { Message } from '@lamella/core'
import { contextTools } from '@lamella/layers/tools'
import { expect, it } from 'vitest'

const scope = { tenant: 'acme', user: 'ada', kind: 'private' } as const
const indexed = { of: 900, done: 200 }

it('tells the model when an index is behind, whether something was found or not', async () => {
  const message: Message = { role: 'user', content: 'Green tea.' }
  const hit = { item: { session: 'before', position: 0, message }, score: 1, by: ['keyword'] as const }
  const sessions = { search: async () => ({ hits: [hit], indexed }) }
  const memory = { search: async () => ({ hits: [], indexed }) }
  const { handle } = contextTools({ memory, sessions, scope })
  const { value } = await handle('recall', { query: 'tea' })
  expect(value).toMatch(/^200 of 900 messages are indexed so far\.\nFound in earlier conversations.*\n- .*Green tea\./)
  expect((await handle('search_memory', { query: 'tea' })).value).toBe(
    'Nothing was found in memory. Try other words. 200 of 900 memories are indexed so far.',
  )
})
