import type { Scope } from '@lamella/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockStores } from './stores.ts'

const owner = { tenant: 't', user: 'u', agent: 'a' }
const other = { tenant: 't', user: 'u', agent: 'b' }
const reading = { permission: 'ReadOnly' }
const query = { query: 'tea' }

describe.each(blockStores)('a search of shared blocks in %s', (name, open) => {
  it('finds blocks shared with exactly the scope, with their text, owner and permission', async () => {
    const store = await open()
    await store.create(owner, { id: 'x', label: 'drinks', kind: 'core', text: 'Ada likes green tea.' })
    await store.create(owner, { id: 'y', label: 'secret', kind: 'core', text: 'Nobody may know of the tea.' })
    await store.create(other, { id: 'x', label: 'own', kind: 'core', text: 'My own tea.' })
    expect((await store.searchShared(other, query)).hits).toEqual([])
    await store.share(owner, 'x', other, reading)
    const [hit, ...more] = (await store.searchShared(other, query)).hits
    expect(more).toEqual([])
    const block = await store.get(owner, 'x')
    expect(hit).toMatchObject({ item: { owner, block, permission: 'ReadOnly', write: false } })
    expect(hit?.by).toContain('keyword')
    expect(hit?.score).toBeGreaterThan(0)
    for (const scope of [owner, { tenant: 't' }, { ...other, user: 'v' }, { tenant: 'o', user: 'u', agent: 'b' }]) {
      expect((await store.searchShared(scope, query)).hits).toEqual([])
    }
    await store.unshare(owner, 'x', other)
    expect((await store.searchShared(other, query)).hits).toEqual([])
  })

  it('uses the words of the latest text and of the label', async () => {
    const store = await open()
    await store.create(owner, { id: 'x', label: 'drinks', kind: 'core', text: 'Tea.' })
    await store.share(owner, 'x', other, reading)
    await store.setText(owner, 'x', 'Coffee.', 1)
    const found = async (words: string): Promise<number> =>
      (await store.searchShared(other, { query: words, mode: 'keyword' })).hits.length
    expect([await found('tea'), await found('coffee'), await found('drinks')]).toEqual([0, 1, 1])
    await store.delete(owner, 'x')
    expect(await found('coffee')).toBe(0)
  })

  it('accepts the same queries as a search of one’s own blocks', async () => {
    const store = await open()
    for (const [id, kind] of [
      ['x', 'core'],
      ['y', 'log'],
      ['z', 'log'],
    ] as const) {
      await store.create(owner, { id, label: id, kind, text: `Tea ${id}.` }, { at: new Date(Date.UTC(2026, 0, 1)) })
      await store.share(owner, id, other, reading)
    }
    const ids = async (request: object): Promise<readonly string[]> =>
      (await store.searchShared(other, { ...query, mode: 'keyword', ...request })).hits.map(({ item }) => item.block.id)
    expect([...(await ids({}))].sort()).toEqual(['x', 'y', 'z'])
    expect(await ids({ limit: 2 })).toHaveLength(2)
    expect([...(await ids({ filter: { kinds: ['log'] } }))].sort()).toEqual(['y', 'z'])
    expect(await ids({ filter: { from: '2026-02-01' } })).toEqual([])
    expect(await ids({ query: '' })).toEqual([])
    for (const wrong of [{ limit: 0 }, { mode: 'x' }, { filter: { tags: ['x'] } }]) {
      await expect(store.searchShared(other, { ...query, ...wrong } as never)).rejects.toMatchObject({
        code: 'STORE_VALUE_INVALID',
      })
    }
  })

  it("scores shared blocks separately, so that their owners' other data makes no difference", async () => {
    const words = fc.array(fc.constantFrom('tea', 'milk', 'sugar', 'cup'), { minLength: 1, maxLength: 8 })
    const texts = fc.array(words, { maxLength: 4 })
    const run = async (shared: readonly string[][], kept: readonly string[][]): Promise<void> => {
      const scores: (readonly [string, number])[][] = []
      for (const more of [[], kept]) {
        const store = await open()
        for (const [index, text] of more.entries()) {
          await store.create(owner, { id: `k${index}`, label: `k${index}`, kind: 'core', text: text.join(' ') })
        }
        for (const [index, text] of shared.entries()) {
          // They belong to two owners.
          const from = index % 2 === 0 ? owner : { ...owner, agent: 'c' }
          await store.create(from, { id: `s${index}`, label: `s${index}`, kind: 'core', text: text.join(' ') })
          await store.share(from, `s${index}`, other, reading)
        }
        const { hits } = await store.searchShared(other, { query: 'tea with milk', mode: 'keyword' })
        scores.push(hits.map(({ item, score }) => [item.block.id, score] as const))
      }
      expect(scores[1]).toEqual(scores[0])
      const wanted = shared.flatMap((text, index) => (/tea|milk/.test(text.join(' ')) ? [`s${index}`] : []))
      expect(scores[0]?.map(([id]) => id).sort()).toEqual(wanted)
    }
    await fc.assert(fc.asyncProperty(texts, texts, run), { numRuns: 25 })
  })

  if (name.includes('vectors')) {
    it('finds shared blocks by meaning, and nothing else of their owner', async () => {
      const store = await open()
      for (const id of ['x', 'y']) {
        await store.create(owner, { id, label: id, kind: 'core', text: 'Ada likes green tea.' })
      }
      await store.share(owner, 'x', other, reading)
      const { hits } = await store.searchShared(other, { query: 'Ada likes green tea', mode: 'vector' })
      expect(hits.map(({ item, by }) => [item.block.id, by])).toEqual([['x', ['vector']]])
    })
  }
})

describe('generated shares', () => {
  it.each(blockStores.slice(0, 2))('in %s are found by their grantees only', async (_, open) => {
    const agents = ['a', 'b', 'c', 'd']
    const pair = fc.tuple(fc.nat(3), fc.nat(3)).filter(([from, to]) => from !== to)
    const run = async (shares: readonly (readonly [number, number])[]): Promise<void> => {
      const store = await open()
      const scopeOf = (index: number): Scope => ({ tenant: 't', agent: String(agents[index]) })
      for (const [index, agent] of agents.entries()) {
        for (const id of ['x', 'y'])
          await store.create(scopeOf(index), { id, label: id, kind: 'core', text: `tea ${agent}` })
      }
      for (const [from, to] of shares) await store.share(scopeOf(from), 'x', scopeOf(to), reading)
      for (const index of agents.keys()) {
        const { hits } = await store.searchShared(scopeOf(index), { query: 'tea', limit: 100 })
        const wanted = new Set(shares.flatMap(([from, to]) => (to === index ? [agents[from]] : [])))
        expect(hits.map(({ item }) => item.owner.agent).sort()).toEqual([...wanted].sort())
        expect(hits.every(({ item }) => item.block.id === 'x' && item.block.text === `tea ${item.owner.agent}`)).toBe(
          true,
        )
      }
    }
    await fc.assert(fc.asyncProperty(fc.array(pair, { maxLength: 8 }), run), { numRuns: 30 })
  })
})
