import type { Mutant } from './mutant.ts'
import { at, type Fault, type Fields, gives, type MakeMutant, type StoreKind, takes, without } from './store-faults.ts'

type Hits = readonly Fields[]

const hitsOf = (found: unknown): Hits => (found as { readonly hits: Hits }).hits

/** Faults in search. */
export function searchMutants<Store>(
  mutant: MakeMutant<Store>,
  { foundId }: StoreKind<Store>,
): readonly Mutant<Store>[] {
  const request = (change: (request: Fields) => unknown): Fault =>
    takes('search', (all) => at(all, 1, (one) => change((one ?? {}) as Fields)))
  const hits = (change: (hits: Hits, request: Fields) => unknown): Fault =>
    gives('search', (found, all) => {
      return { ...found, hits: change(hitsOf(found), (all[1] ?? {}) as Fields) }
    })
  const query = (change: (query: string) => string): Fault =>
    request((one) => (typeof one['query'] === 'string' ? { ...one, query: change(one['query']) } : one))
  const idOf = (hit: Fields): unknown => (hit['item'] as Fields)[foundId]
  return [
    mutant(
      'SEARCH',
      'recognizes only the letters a to z',
      query((text) => text.replaceAll(/[^a-z]+/gi, ' ')),
    ),
    mutant(
      'SEARCH_HITS',
      'returns negative scores, as FTS5 does',
      hits((found) => found.map((hit) => ({ ...hit, score: -Number(hit['score']) }))),
    ),
    mutant(
      'SEARCH_HITS',
      'returns one hit more than requested',
      request((one) => {
        const { limit = 10 } = one as { readonly limit?: number }
        return Number.isSafeInteger(limit) && limit > 0 ? { ...one, limit: limit + 1 } : one
      }),
    ),
    mutant(
      'SEARCH_HITS',
      'does not report how it found a hit',
      hits((found) => found.map((hit) => ({ ...hit, by: [] }))),
    ),
    mutant('SEARCH_GONE', 'finds deleted texts', (base) => {
      const gone: [owner: string, hit: Fields][] = []
      return {
        delete: async (scope, id, ...more) => {
          const found = hitsOf(await base.ask('search', scope, { query: 'launch' }))
          for (const hit of found) if (idOf(hit) === id) gone.push([JSON.stringify(scope), hit])
          return await base.ask('delete', scope, id, ...more)
        },
        search: async (scope, ...all) => {
          const own = gone.filter(([owner]) => owner === JSON.stringify(scope)).map(([, hit]) => hit)
          const found = (await base.ask('search', scope, ...all)) as Fields
          return { ...found, hits: [...hitsOf(found), ...own] }
        },
      }
    }),
    mutant(
      'SEARCH_QUERY',
      'parses a quote as the start of a phrase',
      query((text) => {
        if (text.split('"').length % 2 === 0) throw new SyntaxError('unterminated string')
        return text
      }),
    ),
    mutant(
      'SEARCH_QUERY',
      'ignores the text after NOT',
      query((text) => text.replace(/\bNOT\b.*/s, '')),
    ),
    mutant(
      'SEARCH_QUERY',
      'treats an empty question as matching everything',
      query((text) => (text === '' ? 'launch' : text)),
    ),
    mutant(
      'SEARCH_DATES',
      'ends a range at the start of its last day',
      request((one) => {
        const { until } = (one['filter'] ?? {}) as { readonly until?: string }
        return until?.length === 10
          ? { ...one, filter: { ...(one['filter'] as object), until: `${until}T00:00:00Z` } }
          : one
      }),
    ),
    mutant('SEARCH_DATES', 'finds texts without a date for any date range', (base) => ({
      search: async (scope, one, ...more) => {
        const found = (await base.ask('search', scope, one, ...more)) as Fields
        const { filter = {}, ...rest } = one as { readonly filter?: Fields }
        if (filter['from'] === undefined && filter['until'] === undefined) return found
        const ask = async (other: Fields): Promise<Hits> =>
          hitsOf(await base.ask('search', scope, { ...rest, filter: other }, ...more))
        const all = await ask(without(filter, 'from', 'until'))
        const dated = await ask({ ...filter, from: '0001-01-01', until: '9999-12-31' })
        const undated = all.filter((hit) => !dated.some((other) => idOf(other) === idOf(hit)))
        return { ...found, hits: [...hitsOf(found), ...undated] }
      },
    })),
    mutant(
      'SEARCH_RECENCY',
      'doubles the half-life',
      request((one) => {
        const recency = one['recency'] as { readonly halfLifeDays: number } | undefined
        return recency ? { ...one, recency: { ...recency, halfLifeDays: recency.halfLifeDays * 2 } } : one
      }),
    ),
    mutant(
      'SEARCH_RECENCY',
      'always fades scores by date',
      request((one) => ({
        ...one,
        recency: one['recency'] ?? { halfLifeDays: 10, now: new Date('2026-01-11T00:00:00.000Z') },
      })),
    ),
    mutant(
      'SEARCH_INDEXED',
      'counts its hits instead of the texts of the scope',
      gives('search', (found) => ({ ...found, indexed: { of: hitsOf(found).length, done: hitsOf(found).length } })),
    ),
    mutant(
      'SEARCH_INDEXED',
      'never completes its index',
      gives('search', (found) => ({ ...found, indexed: { of: (found['indexed'] as { of: number }).of, done: 0 } })),
    ),
    mutant(
      'SEARCH_DIVERSITY',
      'ignores diversity',
      request((one) => without(one, 'diversity')),
    ),
    mutant(
      'SEARCH_DIVERSITY',
      'always applies diversity',
      request((one) => ({ ...one, diversity: 1 })),
    ),
  ]
}
