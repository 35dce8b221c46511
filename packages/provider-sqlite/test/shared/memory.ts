import type { MemoryFilter, NewMemory } from '@lamella/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenStores } from './stores.ts'

const ada = { tenant: 'acme', user: 'ada' }
const ids = (hits: readonly { readonly item: { readonly id: string } }[]): readonly string[] =>
  hits.map(({ item }) => item.id)

const day = fc.integer({ min: 1, max: 28 }).map((n) => `2026-02-${String(n).padStart(2, '0')}`)
const tag = fc.constantFrom('drink', 'food', '__proto__')
const kind = fc.constantFrom('fact', 'note')
const entry = fc.record(
  {
    text: fc.constantFrom('Ada likes tea', 'tea with milk', 'no milk', 'tea tea tea', 'a ship'),
    kind,
    tags: fc.uniqueArray(tag),
    importance: fc.integer({ min: 1, max: 10 }),
    date: day,
  },
  { requiredKeys: ['text'] },
)
const filter = fc.record(
  {
    kinds: fc.uniqueArray(kind),
    tags: fc.uniqueArray(tag),
    minImportance: fc.integer({ min: 1, max: 10 }),
    from: day,
    until: day,
  },
  { requiredKeys: [] },
)

/** The meaning of a filter, implemented differently. */
function accepts({ kind: own = 'note', tags = [], importance = 5, date }: NewMemory, wanted: MemoryFilter): boolean {
  const { kinds, minImportance = 0, from, until } = wanted
  if (kinds && !kinds.includes(own)) return false
  if ((wanted.tags ?? []).some((one) => !tags.includes(one)) || importance < minImportance) return false
  return (
    (from === undefined && until === undefined) ||
    (date !== undefined && (from ?? '') <= date && date <= (until ?? '9'))
  )
}

/** @param runs The number of generated cases. */
export function memoryTests(open: OpenStores, runs: number): void {
  describe('a filter', () => {
    it('applies to a search and to a list alike, and keeps their order', async () => {
      const { memory } = await open()
      let run = 0
      await fc.assert(
        fc.asyncProperty(fc.array(entry, { maxLength: 12 }), filter, async (entries, wanted) => {
          const scope = { tenant: 'acme', user: `run ${run++}` }
          const put: NewMemory[] = []
          for (const [n, one] of entries.entries())
            put.push(await memory.put(scope, { id: `e${String(n).padStart(2, '0')}`, ...one }))
          const meant = put.filter((one) => accepts(one, wanted)).map(({ id }) => id)
          const { entries: listed } = await memory.list(scope, { filter: wanted })
          expect(listed.map(({ id }) => id)).toEqual(meant)
          const every = (await memory.search(scope, { query: 'tea', limit: 100 })).hits
          const some = (await memory.search(scope, { query: 'tea', limit: 100, filter: wanted })).hits
          expect(some).toEqual(every.filter(({ item }) => meant.includes(item.id)))
          expect(ids(every).length).toBe(put.filter(({ text }) => text.includes('tea')).length)
        }),
        { numRuns: runs, seed: 1 },
      )
    })

    it('replaces the hits it excludes with lower-ranked ones', async () => {
      const { memory } = await open()
      for (let n = 0; n < 300; n++) await memory.put(ada, { id: `new ${n}`, text: 'tea', date: '2026-02-01' })
      await memory.put(ada, {
        id: 'old',
        text: 'tea, of which much more is said than in all of the others',
        date: '2020-01-01',
      })
      expect(ids((await memory.search(ada, { query: 'tea', limit: 1, filter: { until: '2020-12-31' } })).hits)).toEqual(
        ['old'],
      )
    })
  })

  describe('recency', () => {
    const recency = { halfLifeDays: 10, now: new Date('2026-03-01T00:00:00Z') }

    it("halves an entry's score for each half-life since its date, and leaves entries without a date unchanged", async () => {
      const { memory } = await open()
      const dates = {
        today: '2026-03-01',
        ten: '2026-02-18',
        thirty: '2026-01-29',
        future: '2027-01-01',
        none: undefined,
      }
      for (const [id, date] of Object.entries(dates))
        await memory.put(ada, { id, text: 'tea', ...(date ? { date } : {}) })
      const plain = (await memory.search(ada, { query: 'tea' })).hits
      const faded = (await memory.search(ada, { query: 'tea', recency })).hits
      const share = (id: string): number => {
        const score = (hits: typeof plain): number => hits.find(({ item }) => item.id === id)?.score ?? 0
        return score(faded) / score(plain)
      }
      expect(Object.keys(dates).map(share)).toEqual([1, 0.5, 0.125, 1, 1].map((one) => expect.closeTo(one, 6)))
      expect(ids(faded).slice(-2)).toEqual(['ten', 'thirty'])
    })

    it('still finds very old entries, after everything else', async () => {
      const { memory } = await open()
      await memory.put(ada, { id: 'old', text: 'tea', date: '0001-01-01' })
      await memory.put(ada, { id: 'new', text: 'tea and a lot of other things', date: '2026-02-28' })
      const { hits } = await memory.search(ada, { query: 'tea', recency: { ...recency, halfLifeDays: 0.001 } })
      expect(ids(hits)).toEqual(['new', 'old'])
      for (const { score } of hits) expect(score).toBeGreaterThan(0)
    })
  })

  describe('a search of memory', () => {
    it('also finds entries by their tags and dates, and is not affected by words of other owners', async () => {
      const { memory } = await open()
      await memory.put(ada, { id: 'a', text: 'Green, without sugar.', tags: ['tea'], date: '2026-05-12' })
      await memory.put(ada, { id: 'b', text: 'A ship.' })
      const before = (await memory.search(ada, { query: 'Which tea in May?' })).hits
      expect(ids(before)).toEqual(['a'])
      for (let n = 0; n < 50; n++) await memory.put({ tenant: 'acme', user: 'eve' }, { id: `${n}`, text: 'tea in May' })
      expect((await memory.search(ada, { query: 'Which tea in May?' })).hits).toEqual(before)
    })

    it('spreads hits over different content if diversity is set', async () => {
      const { memory } = await open()
      for (const id of ['1', '2', '3']) await memory.put(ada, { id, text: 'Ada likes green tea very much' })
      await memory.put(ada, { id: '4', text: 'Tea makes Bob sleep badly, he says' })
      const ask = async (diversity: number) =>
        ids((await memory.search(ada, { query: 'green tea', limit: 2, diversity })).hits)
      expect(await ask(0)).toEqual(['1', '2'])
      expect(await ask(0.7)).toEqual(['1', '4'])
    })

    it('finds nothing for a query without words, and accepts a whole book as a query', async () => {
      const { memory } = await open()
      await memory.put(ada, { id: 'a', text: 'tea !?' })
      for (const query of ['', ' ', '?!', '❤️', '\u0301', '"'])
        expect((await memory.search(ada, { query })).hits).toEqual([])
      const words = Array.from({ length: 100_000 }, (_, n) => `word${n}`).join(' ')
      expect(ids((await memory.search(ada, { query: `tea ${words}` })).hits)).toEqual(['a'])
    })
  })
}
