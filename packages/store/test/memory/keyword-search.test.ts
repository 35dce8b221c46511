import { isLamellaError, type Ranker, type Scope } from '@lamella/core'
import type { Rankable } from '@lamella/core/plugin'
import { createBlockStore, createMemoryStore, createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'

const ada: Scope = { tenant: 'acme', user: 'ada' }
const bob: Scope = { tenant: 'acme', user: 'bob' }
const code = (code: string): unknown => expect.toSatisfy((error) => isLamellaError(error, code))

/** Scores each text by its number of exclamation marks, and records its input. */
function loud(): Ranker & { readonly seen: (readonly Rankable[])[] } {
  const seen: (readonly Rankable[])[] = []
  const rank: Ranker['rank'] = (_, documents) => {
    seen.push(documents)
    return documents.map(({ text }) => text.split('!').length - 1)
  }
  return { name: 'loud', seen, rank, terms: (text) => new Set(text.split(/\W+/)) }
}

const ids = (hits: readonly { readonly item: { readonly id: string } }[]): readonly string[] =>
  hits.map(({ item }) => item.id)

describe('a memory store with a ranker', () => {
  it('finds entries that the ranker scores above 0, best first, ties in order', async () => {
    const store = createMemoryStore({ ranker: loud() })
    for (const [id, text] of ['none', 'one!', 'three!!!', 'uno!'].entries()) await store.put(ada, { id: `${id}`, text })
    const { hits } = await store.search(ada, { query: 'whatever' })
    expect(hits.map(({ item, score }) => [item.id, score])).toEqual([
      ['2', 3],
      ['1', 1],
      ['3', 1],
    ])
  })

  it('passes the ranker text, tags, date and importance of the entries of one owner that match the filter', async () => {
    const ranker = loud()
    const store = createMemoryStore({ ranker })
    await store.put(ada, { id: 'tea', text: 'Tea!', tags: ['drink'], date: '2026-05-01', importance: 9, kind: 'fact' })
    await store.put(ada, { id: 'note', text: 'Note!' })
    await store.put(bob, { id: 'other', text: 'Bob!' })
    await store.search(ada, { query: 'tea' })
    await store.search(ada, { query: 'tea', filter: { kinds: ['fact'] } })
    const tea = { id: 'tea', text: 'Tea!\ndrink', date: '2026-05-01', importance: 9 }
    expect(ranker.seen).toEqual([[tea, { id: 'note', text: 'Note!' }], [tea]])
  })

  it('fades scores, and diversifies hits by the ranker’s terms', async () => {
    const store = createMemoryStore({ ranker: loud() })
    await store.put(ada, { id: 'old', text: 'green tea!!', date: '2026-01-01' })
    await store.put(ada, { id: 'new', text: 'green tea!', date: '2026-05-30' })
    await store.put(ada, { id: 'far', text: 'a red car!', date: '2025-12-01' })
    const recency = { halfLifeDays: 30, now: new Date('2026-06-01T00:00:00Z') }
    expect(ids((await store.search(ada, { query: 'x' })).hits)).toEqual(['old', 'new', 'far'])
    expect(ids((await store.search(ada, { query: 'x', recency })).hits)).toEqual(['new', 'old', 'far'])
    expect(ids((await store.search(ada, { query: 'x', diversity: 0.8, limit: 2 })).hits)).toEqual(['old', 'far'])
  })

  it('finds later changes', async () => {
    const store = createMemoryStore({ ranker: loud() })
    await store.put(ada, { id: 'tea', text: 'tea' })
    expect((await store.search(ada, { query: 'x' })).hits).toEqual([])
    await store.put(ada, { id: 'tea', text: 'tea!' })
    expect(ids((await store.search(ada, { query: 'x' })).hits)).toEqual(['tea'])
  })
})

describe('a store', () => {
  it('has no search without a ranker', () => {
    expect(createMemoryStore()).not.toHaveProperty('search')
    expect(createSessionStore({})).not.toHaveProperty('search')
    expect(createBlockStore({ ranker: undefined })).not.toHaveProperty('search')
    expect(createBlockStore()).not.toHaveProperty('searchShared')
  })

  it('rejects diversity if its ranker has no terms', async () => {
    const { terms: _, ...mute } = loud()
    const store = createMemoryStore({ ranker: mute })
    await store.put(ada, { id: 'tea', text: 'tea!' })
    await expect(store.search(ada, { query: 'x', diversity: 0.1 })).rejects.toEqual(code('STORE_VALUE_INVALID'))
    expect(ids((await store.search(ada, { query: 'x', diversity: 0 })).hits)).toEqual(['tea'])
  })
})

describe('a session store with a ranker', () => {
  it('passes the ranker turns in order, each with its session, its time, and its role as the voice', async () => {
    const ranker = loud()
    const store = createSessionStore({ ranker })
    const at = new Date('2026-05-01T10:00:00Z')
    await store.append(ada, 'a', [{ role: 'user', content: 'One!' }], { at })
    await store.append(ada, 'b', [{ role: 'user', content: 'Other' }])
    await store.append(ada, 'a', [{ role: 'assistant', content: [{ type: 'text', text: 'Two!!' }] }])
    const { hits } = await store.search(ada, { query: 'x' })
    expect(hits.map(({ item }) => [item.session, item.position])).toEqual([
      ['a', 1],
      ['a', 0],
    ])
    expect(ranker.seen[0]?.map(({ text, session, date, voice }) => ({ text, session, date, voice }))).toEqual([
      { text: 'One!', session: 'a', date: at.toISOString(), voice: 'user' },
      { text: 'Two!!', session: 'a', date: undefined, voice: 'assistant' },
      { text: 'Other', session: 'b', date: undefined, voice: 'user' },
    ])
    expect(new Set(ranker.seen[0]?.map(({ id }) => id)).size).toBe(3)
  })
})

describe('a block store with a ranker', () => {
  it('passes the ranker text and label, also after a change to either', async () => {
    const ranker = loud()
    const store = createBlockStore({ ranker })
    await store.create(ada, { id: 'p', label: 'persona', kind: 'core', text: 'I am calm.' })
    expect((await store.search(ada, { query: 'x' })).hits).toEqual([])
    await store.change(ada, 'p', { label: 'persona!' })
    expect(ids((await store.search(ada, { query: 'x' })).hits)).toEqual(['p'])
    await store.setText(ada, 'p', 'I am loud!', 1)
    await store.search(ada, { query: 'x' })
    expect(ranker.seen.map(([block]) => block?.text)).toEqual([
      'I am calm.\npersona',
      'I am calm.\npersona!',
      'I am loud!\npersona!',
    ])
  })
})

describe('a store’s ranker', () => {
  it.each([
    ['too few scores', []],
    ['NaN', [Number.NaN]],
    ['a value that is not a list', 'scores'],
  ])('that returns %s is named in an error', async (_, scores) => {
    const store = createMemoryStore({ ranker: { name: 'broken', rank: () => scores as never } })
    await store.put(ada, { id: 'tea', text: 'tea' })
    await expect(store.search(ada, { query: 'tea' })).rejects.toEqual(code('RANKER_INVALID'))
  })

  it.each([{ ranker: 'bm25' }, { ranker: {} }, { rankers: loud() }])('must be valid: %j', (options) => {
    for (const create of [createMemoryStore, createSessionStore, createBlockStore]) {
      expect(() => create(options as never)).toThrow(code('OPTION_INVALID') as Error)
    }
  })
})
