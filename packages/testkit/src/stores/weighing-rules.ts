import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import { mustEndWith } from './codes.ts'
import { lacking } from './lacking.ts'
import type { StoreRule } from './options.ts'
import type { Shelf } from './shelf.ts'

const acme = { tenant: 'acme' }

/** Rules for selecting and weighting hits by more than their words. */
export function weighingRules<Store>(shelf: Shelf<Store>): readonly StoreRule<Store>[] {
  const { prefix } = shelf
  return [
    {
      code: `${prefix}_SEARCH_DATES`,
      contract: ['MemoryFilter', 'ISO 8601 days or instants, both inclusive'],
      name: 'finds items dated within the requested days, including the first and the last',
      check: async (store, bench) => {
        if (!shelf.has(store, 'search')) return bench.skip(lacking(store, 'search'))
        const text = 'The launch was moved.'
        await shelf.put(store, acme, 'january', { text, date: '2026-01-10T12:00:00.000Z' })
        await shelf.put(store, acme, 'february', { text, date: '2026-02-10T23:30:00.000Z' })
        await shelf.put(store, acme, 'timeless', { text })
        const cases = [
          [{}, ['february', 'january', 'timeless']],
          [{ from: '2026-01-11' }, ['february']],
          [{ until: '2026-01-10' }, ['january']],
          [{ from: '2026-01-10', until: '2026-02-10' }, ['february', 'january']],
          [{ from: '2026-01-10T12:00:00Z', until: '2026-01-10T13:00:00+01:00' }, ['january']],
          [{ from: '2026-01-10T12:00:01Z', until: '2026-02-10T23:29:59Z' }, []],
        ] as const
        for (const [filter, wanted] of cases) {
          const ids = (await shelf.search(store, acme, { query: 'launch', filter })).map(({ id }) => id).toSorted()
          mustEqual(bench, ids, wanted, `${show(wanted)} for ${show(filter)}`)
        }
        for (const from of ['yesterday', '2026-02-31', '']) {
          const search = (): unknown => shelf.search(store, acme, { query: 'launch', filter: { from } })
          await mustEndWith(bench, 'STORE_VALUE_INVALID', `the filter ${show({ from })}`, search)
        }
      },
    },
    {
      code: `${prefix}_SEARCH_RECENCY`,
      contract: ['SearchRequest.recency', "Halves an entry's score every `halfLifeDays`, counted back from `now`."],
      name: 'halves the scores of dated items every half-life on request, and changes no others',
      check: async (store, bench) => {
        if (!shelf.has(store, 'search')) return bench.skip(lacking(store, 'search'))
        const text = 'The launch was moved.'
        await shelf.put(store, acme, 'old', { text, date: '2026-01-01T00:00:00.000Z' })
        await shelf.put(store, acme, 'older', { text, date: '2025-12-22T00:00:00.000Z' })
        await shelf.put(store, acme, 'timeless', { text })
        const recency = { halfLifeDays: 10, now: new Date('2026-01-11T00:00:00.000Z') }
        const scores = async (request: object): Promise<readonly number[]> => {
          const hits = await shelf.search(store, acme, { query: 'launch', mode: 'keyword', ...request })
          const scoreOf = (id: string): number => hits.find((hit) => hit.id === id)?.score ?? 0
          return ['old', 'older'].map((id) => Math.round((100 * scoreOf(id)) / scoreOf('timeless')))
        }
        mustEqual(bench, await scores({ recency }), [50, 25], '50 and 25 % after one and two half-lives')
        mustEqual(bench, await scores({}), [100, 100], 'no fading by default')
      },
    },
    {
      code: `${prefix}_SEARCH_INDEXED`,
      contract: ['Indexed.of', 'The number of texts that the searched scope or session has, whatever the filter.'],
      name: 'reports how many texts the scope has, all of them indexed when they are few',
      check: async (store, bench) => {
        if (!shelf.has(store, 'search')) return bench.skip(lacking(store, 'search'))
        const mustReport = async (of: number, when: string, request: object = {}): Promise<void> => {
          const seen = await shelf.indexed(store, acme, { query: 'launch', ...request })
          mustEqual(bench, seen, { of, done: of }, `${show({ of, done: of })} ${when}`)
        }
        await mustReport(0, 'of an empty scope')
        for (const id of ['a', 'b', 'c']) await shelf.put(store, acme, id, { text: `the launch of ${id}` })
        await shelf.put(store, acme, 'd', { text: 'a picnic', date: '2026-01-10T12:00:00.000Z' })
        await shelf.put(store, { tenant: 'other' }, 'e', { text: 'their launch' })
        await mustReport(4, 'after four texts and one of others')
        await mustReport(4, 'with a limit', { limit: 1 })
        await mustReport(4, 'with a filter', { filter: { until: '2025-12-31' } })
        await mustReport(4, 'for a query without words', { query: '?!' })
        await shelf.delete(store, acme, 'a')
        await mustReport(3, 'after a delete')
        if (!shelf.has(store, 'erase')) return
        await shelf.erase(store, acme)
        await mustReport(0, 'after erase')
      },
    },
    {
      code: `${prefix}_SEARCH_DIVERSITY`,
      contract: ['SearchRequest.diversity', 'how much hits are spread over different things (MMR)'],
      name: 'ranks different texts above repetitions on request',
      check: async (store, { fail, skip }) => {
        if (!shelf.has(store, 'search')) return skip(lacking(store, 'search'))
        for (const id of ['a', 'b', 'c'])
          await shelf.put(store, acme, id, { text: 'The vendors know the launch budget.' })
        await shelf.put(store, acme, 'd', { text: 'Picnic after launch, everybody brings something to eat and drink.' })
        const ids = async (diversity: number): Promise<readonly string[]> =>
          (await shelf.search(store, acme, { query: 'vendors launch budget', limit: 2, diversity })).map(({ id }) => id)
        const best = await ids(0)
        if (best.includes('d')) fail('the two best alone without diversity', show(best))
        const spread = await ids(1)
        if (!spread.includes('d')) fail("'d', which is different, with diversity 1", show(spread))
      },
    },
  ]
}
