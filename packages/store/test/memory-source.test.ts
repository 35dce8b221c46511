import { memorySource } from '@lamella/store'
import { createMemoryStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme', user: 'ada' }
const request = { signal: new AbortController().signal }

describe('memorySource', () => {
  it("returns every entry of the scope, in the memory layer's form", async () => {
    const store = createMemoryStore()
    const full = { id: 'tea', text: 'Ada likes tea.', kind: 'fact', date: '2026-05-12', importance: 7, tags: ['x'] }
    await store.put(scope, { ...full, source: 'telegram_4711' })
    await store.put(scope, { id: 'a', text: 'plain' })
    await store.put({ tenant: 'acme' }, { id: 'other', text: 'not hers' })
    const { kind: _, ...shown } = full
    expect(await memorySource(store).entries(scope, request)).toEqual({
      entries: [
        { id: 'a', text: 'plain' },
        { ...shown, from: 'telegram_4711' },
      ],
    })
    const facts = await memorySource(store, { filter: { kinds: ['fact'] } }).entries(scope, request)
    expect(facts.entries.map(({ id }) => id)).toEqual(['tea'])
  })

  it.each([
    [499, 10_000, 499, 0],
    [1000, 10_000, 1000, 0],
    [1001, 10_000, 1001, 0],
    [1001, 1000, 1000, 1],
    [1000, 1000, 1000, 0],
    [3, 2, 2, 1],
  ])(
    'reads page after page: with %i entries and a limit of %i, returns %i and %i notices',
    async (there, maxEntries, read, noticeCount) => {
      const store = createMemoryStore()
      for (let index = 0; index < there; index++) await store.put(scope, { id: `${index}`, text: 'a' })
      const { entries, notices = [] } = await memorySource(store, { maxEntries }).entries(scope, request)
      expect(new Set(entries.map(({ id }) => id)).size).toBe(read)
      expect(notices.map(({ code }) => code)).toEqual(noticeCount === 1 ? ['MEMORIES_LEFT_OUT'] : [])
    },
  )

  it('does not revoke an entry that it did not read because of its limit', async () => {
    const store = createMemoryStore()
    for (const id of ['a', 'b', 'c']) await store.put(scope, { id, text: 'a' })
    const source = memorySource(store, { maxEntries: 1 })
    expect(await source.revoked?.(scope, ['a', 'c', 'd'], request)).toEqual(['d'])
  })

  it('stops when aborted, and rejects invalid options', async () => {
    const source = memorySource(createMemoryStore())
    await expect(source.entries(scope, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
    expect(() => memorySource(createMemoryStore(), { maxEntries: 0 })).toThrow(
      /'maxEntries' must be a whole number, 1 or/,
    )
  })
})
