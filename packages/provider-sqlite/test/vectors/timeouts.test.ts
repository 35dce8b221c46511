import type { Notice } from '@lamella/core'
import { sqlite } from '@lamella/provider-sqlite'
import { expect, it } from 'vitest'
import { embedderOf } from '../helpers/embedders.ts'

const ada = { tenant: 'acme', user: 'ada' }

it('words answer in place of an embedder that does not', async () => {
  let isHanging = true
  const working = embedderOf('slow', (text) => Float32Array.from({ length: 64 }, (_, i) => text.charCodeAt(i) || 0))
  const notices: Notice[] = []
  const { memory, close } = await sqlite(':memory:', {
    embedder: {
      ...working,
      timeout: 30,
      embed: (texts) => (isHanging ? new Promise(() => {}) : working.embed(texts)),
    },
    onNotice: (notice) => notices.push(notice),
  })
  await memory.put(ada, { id: 'a', text: 'Ada likes green tea.' })
  const found = (await memory.search(ada, { query: 'tea' })).hits
  expect(found.map(({ item, by }) => [item.id, by])).toEqual([['a', ['keyword']]])
  expect(notices.map(({ code }) => code)).toContain('EMBEDDING_FAILED')
  expect(notices.at(-1)?.what).toContain('it took longer than 30 ms')
  await expect(memory.search(ada, { query: 'tea', mode: 'vector' })).rejects.toMatchObject({ code: 'EMBEDDER_FAILED' })

  isHanging = false
  const later = (await memory.search(ada, { query: 'tea' })).hits
  expect(later[0]?.by).toEqual(['keyword', 'vector'])
  // Known texts are not asked for again.
  const calls = working.calls.length
  await memory.put(ada, { id: 'b', text: 'Ada likes green tea.' })
  expect(working.calls.length).toBe(calls)
  await close()
})
