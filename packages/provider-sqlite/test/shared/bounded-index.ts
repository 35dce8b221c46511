import { expect, it } from 'vitest'
import type { OpenStores, SearchedStores } from './stores.ts'

const ada = { tenant: 'acme', user: 'ada' }

const said = (word: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ role: 'user' as const, content: `${word} number ${n}` }))

/** Registers the tests of searches that are not given the time to index everything. */
export function boundedIndexTests(open: OpenStores): void {
  it('answers with what is indexed, says how far that is, and the following searches go on', async () => {
    const { sessions, check } = await open({ indexingTime: 0 })
    await sessions.append(ada, 'long', said('tea', 3000))
    const seen: number[] = []
    for (let done = 0; done < 3000; ) {
      const { hits, indexed } = await sessions.search(ada, { query: 'tea', limit: 5000 })
      expect(indexed.of).toBe(3000)
      expect(indexed.done).toBeGreaterThan(done)
      expect(hits.map(({ item }) => item.position).sort((a, b) => a - b)).toEqual([...Array(indexed.done).keys()])
      done = indexed.done
      seen.push(done)
    }
    expect(seen.length).toBeGreaterThan(3)
    expect(await check()).toEqual([])
  })

  it('always finds what the same process appended to a session with few messages', async () => {
    const { sessions, search } = await open({ indexingTime: 0 })
    await sessions.append(ada, 'first', said('milk', 3))
    for (const name of ['copied', 'copied too']) await sessions.append(ada, name, said('tea', 3000))
    await sessions.append(ada, 'last', said('sugar', 3))
    const { hits, indexed } = await sessions.search(ada, { query: 'milk' })
    expect(hits.map(({ item }) => item.session)).toEqual(['first', 'first', 'first'])
    expect(indexed.of).toBe(6006)
    expect(indexed.done).toBeLessThan(6006)
    await sessions.append(ada, 'first', said('cream', 1))
    expect((await sessions.search(ada, { query: 'cream' })).hits[0]?.item).toMatchObject({
      session: 'first',
      position: 3,
    })
    expect((await sessions.search(ada, { query: 'sugar' })).hits).toHaveLength(3)
    const all = await search(ada, { query: 'tea' })
    expect(all.indexed.of).toBe(6007)
    expect(all.indexed.done).toBeLessThan(6007)
  })

  it('always finds what it appended to such a session, however long the messages are', async () => {
    const { sessions } = await open({ indexingTime: 0 })
    const long = 'word '.repeat(80_000)
    await sessions.append(ada, 'copied', said('tea', 500))
    for (let n = 0; n < 3; n++) await sessions.append(ada, 'long', [{ role: 'user', content: `${long} needle` }])
    expect((await sessions.search(ada, { query: 'needle' })).hits).toHaveLength(3)
  })

  it('counts the searched session alone, and indexes it before others', async () => {
    const { sessions } = await open({ indexingTime: 0 })
    await sessions.append(ada, 'searched', said('tea', 1500))
    await sessions.append(ada, 'newer', said('tea', 3000))
    const { indexed } = await sessions.search(ada, { query: 'tea' }, 'searched')
    expect(indexed.of).toBe(1500)
    expect(indexed.done).toBeGreaterThan(0)
    expect((await sessions.search(ada, { query: 'tea' }, 'newer')).indexed.of).toBe(3000)
    expect((await sessions.search(ada, { query: 'tea' }, 'none')).indexed).toEqual({ of: 0, done: 0 })
  })

  it('finds by words alone while the index is behind, also where a query has none', async () => {
    const { sessions } = await open({ indexingTime: 0 })
    await sessions.append(ada, 'long', said('tea', 3000))
    const { hits, indexed } = await sessions.search(ada, { query: '?!' })
    expect(hits).toEqual([])
    expect(indexed.of).toBe(3000)
    expect(indexed.done).toBeLessThan(3000)
  })
}

/** Registers the test of appends that continue an index. @param open Opens the same database each time, with an indexing time of 0. */
export function keptUpTests(open: () => Promise<Pick<SearchedStores, 'sessions' | 'close'>>): void {
  it('is continued by appends, a step after each, once a search has found it behind', async () => {
    const { sessions, close } = await open()
    await sessions.append(ada, 'long', said('tea', 3000))
    const { done } = (await sessions.search(ada, { query: 'tea' })).indexed
    await sessions.append({ tenant: 'acme' }, 'of others', said('tea', 1))
    await sessions.append(ada, 'long', said('tea', 1))
    await close()
    const after = await open()
    expect((await after.sessions.search(ada, { query: 'tea' })).indexed).toEqual({ of: 3001, done: 3 * done })
    await after.close()
  })
}
