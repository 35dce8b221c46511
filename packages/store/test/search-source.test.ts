import { type MemoryStore, type SearchRequest, searchSource } from '@lamella/store'
import { createMemoryStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { wordRanker } from '../../core/test/support/word-ranker.ts'

const scope = { tenant: 'acme', user: 'ada' }
const { signal } = new AbortController()
const now = new Date('2026-06-01T00:00:00Z')

async function filled(): Promise<MemoryStore> {
  const store = createMemoryStore({ ranker: wordRanker })
  await store.put(scope, { id: 'old', text: 'Green tea in the morning.', date: '2020-01-01', source: 'chat' })
  await store.put(scope, { id: 'new', text: 'Green tea in the evening.', date: '2026-05-31' })
  await store.put(scope, { id: 'coffee', text: 'Coffee at noon.', kind: 'fact' })
  await store.put({ tenant: 'acme' }, { id: 'other', text: 'Green tea of somebody else.' })
  return store
}

describe('searchSource', () => {
  it("returns the store's hits for the new message, best first, in the memory layer's form", async () => {
    const { entries, found } = await searchSource(await filled()).entries(scope, {
      signal,
      query: 'Tea in the morning?',
    })
    expect(found).toBe(true)
    expect(entries.map(({ id }) => id)).toEqual(['old', 'new'])
    expect(entries[0]).toEqual({ id: 'old', text: 'Green tea in the morning.', date: '2020-01-01', from: 'chat' })
  })

  it('passes its options to the store, and the time of the request if scores fade', async () => {
    const asked: SearchRequest[] = []
    const store: MemoryStore = {
      ...createMemoryStore({ ranker: wordRanker }),
      search: async (_, request) => {
        asked.push(request)
        return { hits: [], indexed: { of: 0, done: 0 } }
      },
    }
    const options = { limit: 7, mode: 'hybrid', diversity: 0.5, filter: { kinds: ['fact'] } } as const
    const source = searchSource(store, { ...options, halfLifeDays: 30 })
    await source.entries(scope, { signal, query: 'tea', now })
    await source.entries(scope, { signal, query: 'tea' })
    expect(asked).toEqual([
      { query: 'tea', signal, ...options, recency: { halfLifeDays: 30, now } },
      { query: 'tea', signal, ...options },
    ])
  })

  it('reports an index that is behind, since more could be found later', async () => {
    const store: MemoryStore = {
      ...createMemoryStore({ ranker: wordRanker }),
      search: async () => ({ hits: [], indexed: { of: 900, done: 200 } }),
    }
    const { notices } = await searchSource(store).entries(scope, { signal, query: 'tea' })
    expect(notices).toMatchObject([{ code: 'MEMORY_INDEX_BEHIND', what: '200 of 900 memories are indexed so far.' }])
    const complete = await searchSource(await filled()).entries(scope, { signal, query: 'tea' })
    expect(complete.notices).toBeUndefined()
  })

  it('fades old entries', async () => {
    const source = searchSource(await filled(), { halfLifeDays: 30 })
    const { entries } = await source.entries(scope, { signal, query: 'Tea in the morning?', now })
    expect(entries.map(({ id }) => id)).toEqual(['new', 'old'])
  })

  it.each([undefined, '', ' \n'])('returns the first entries if there is no question (%j)', async (query) => {
    const source = searchSource(await filled(), { limit: 2, filter: {} })
    const { entries, found } = await source.entries(scope, query === undefined ? { signal } : { signal, query })
    expect([entries.map(({ id }) => id), found]).toEqual([['coffee', 'new'], undefined])
  })

  it('revokes ids that are erased, of another scope, outside the filter, or impossible', async () => {
    const store = await filled()
    const source = searchSource(store)
    const ids = ['old', 'new', 'coffee', 'other', 'never', '', '\ud800']
    expect(await source.revoked?.(scope, ids, { signal })).toEqual(['other', 'never', '', '\ud800'])
    await store.delete(scope, 'old')
    expect(await source.revoked?.(scope, ['old', 'new'], { signal })).toEqual(['old'])
    expect(await source.revoked?.({ tenant: 'acme' }, ['new', 'other'], { signal })).toEqual(['new'])
    const facts = searchSource(store, { filter: { kinds: ['fact'] } })
    expect(await facts.revoked?.(scope, ['new', 'coffee'], { signal })).toEqual(['new'])
    expect(await source.revoked?.(scope, [], { signal })).toEqual([])
  })

  it('looks up any number of ids, and stops when it is aborted', async () => {
    const store = createMemoryStore({ ranker: wordRanker })
    for (let index = 0; index < 45; index++) await store.put(scope, { id: `${index}`, text: 'Tea.' })
    const source = searchSource(store)
    const ids = Array.from({ length: 50 }, (_, index) => `${index}`)
    expect(await source.revoked?.(scope, ids, { signal })).toEqual(['45', '46', '47', '48', '49'])
    await expect(source.revoked?.(scope, ids, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
  })

  it('passes on any other error of the store', async () => {
    const store = await filled()
    const get = async (): Promise<never> => {
      throw new Error('The disk is full.')
    }
    await expect(searchSource({ ...store, get }).revoked?.(scope, ['a'], { signal })).rejects.toThrow('disk')
  })

  it('rejects a store that cannot search, and invalid options', async () => {
    const { search: _, ...store } = createMemoryStore({ ranker: wordRanker })
    expect(() => searchSource(store)).toThrow(/no search method.*OPTION_INVALID/s)
    expect(() => searchSource(createMemoryStore({ ranker: wordRanker }), { limit: 0 })).toThrow(
      /'limit' must be a whole number, 1 or/,
    )
    expect(() => searchSource(createMemoryStore({ ranker: wordRanker }), { halfLifeDays: 0 })).toThrow(/OPTION_INVALID/)
    await expect(
      searchSource(createMemoryStore({ ranker: wordRanker })).entries(scope, {
        signal: AbortSignal.abort(),
        query: 'a',
      }),
    ).rejects.toThrow(/abort/i)
  })
})
