import type { MemoryFilter, NewMemory } from '@lamella/store'
import * as fc from 'fast-check'
import { mustEqual } from '../kit/must-equal.ts'
import { show } from '../kit/show.ts'
import { mustRefuse, named } from '../stores/codes.ts'
import { newScopes } from '../stores/ids.ts'
import { lacking } from '../stores/lacking.ts'
import type { MemoryRule } from './options.ts'
import { days, names, soundEntry } from './samples.ts'
import { memoryLines } from './shelf.ts'

const timeless = {
  kinds: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 }),
  tags: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
  minImportance: fc.integer({ min: 1, max: 10 }),
}
const dated = { from: fc.constantFrom(...days), until: fc.constantFrom(...days) }
const anyFilter: fc.Arbitrary<MemoryFilter> = fc.record({ ...timeless, ...dated }, { requiredKeys: [] })
/** A case that all stores share covers searching by date. */
const timelessFilter: fc.Arbitrary<MemoryFilter> = fc.record(timeless, { requiredKeys: [] })

/** The filter as the contract defines it, word by word. */
function accepts({ kind = 'note', tags = [], importance = 5, date }: NewMemory, filter: MemoryFilter): boolean {
  if (filter.kinds && !filter.kinds.includes(kind)) return false
  if (filter.tags?.some((tag) => !tags.includes(tag))) return false
  if (filter.minImportance !== undefined && importance < filter.minImportance) return false
  if (filter.from === undefined && filter.until === undefined) return true
  if (date === undefined) return false
  const isLate = filter.from === undefined || lastOf(date) >= firstOf(filter.from)
  return isLate && (filter.until === undefined || firstOf(date) <= lastOf(filter.until))
}

/** Entries with unique ids. */
const numbered: fc.Arbitrary<readonly NewMemory[]> = fc
  .array(soundEntry, { minLength: 1, maxLength: 6 })
  .map((list) => list.map((entry, index) => ({ ...entry, id: `id ${index}` })))

const idsOf = (entries: readonly NewMemory[], filter: MemoryFilter): readonly string[] =>
  entries
    .filter((entry) => accepts(entry, filter))
    .map(({ id }) => id)
    .toSorted()

const firstOf = (date: string): number => new Date(date).getTime()
const lastOf = (date: string): number => new Date(date.includes('T') ? date : `${date}T23:59:59.999Z`).getTime()

/** Entries that differ in one field, and filters on that field. */
const apart: readonly NewMemory[] = [
  { id: 'plain', text: 'launch' },
  { id: 'fact', text: 'launch', kind: 'fact', importance: 4, tags: ['a'], date: '2026-02-28' },
  { id: 'note', text: 'launch', importance: 6, tags: ['a', 'b'], date: '2026-02-28T12:00:00.000Z' },
]
const timelessFilters: readonly MemoryFilter[] = [
  ...[{}, { kinds: ['fact'] }, { kinds: ['note', 'fact'] }, { kinds: [] }, { tags: [] }, { tags: ['a'] }],
  ...[{ tags: ['a', 'b'] }, { minImportance: 5 }, { minImportance: 6 }, { kinds: ['note'], tags: ['a'] }],
]
const datedFilters: readonly MemoryFilter[] = [
  ...[{ from: '2026-02-28' }, { until: '2026-02-28' }, { from: '2026-03-01' }, { until: '2026-02-27' }],
  ...[{ from: '2026-02-28T13:00:00Z' }, { until: '2026-02-28T11:59:59Z' }],
]

/** Rules for which entries a filter matches. */
export const filterRules: readonly MemoryRule[] = [
  {
    code: 'MEMORY_FILTER',
    name: 'lists the entries that match a filter, page by page: by kind, tags, importance and date',
    contract: ['MemoryFilter', 'A filter for entries. Omitted fields match everything.'],
    check: async (store, bench) => {
      const nextScope = newScopes()
      const check = async (entries: readonly NewMemory[], filter: MemoryFilter, limit: number): Promise<void> => {
        const scope = nextScope()
        for (const entry of entries) await store.put(scope, entry)
        const wanted = idsOf(entries, filter)
        const seen: string[] = []
        for (let more = true; more; ) {
          const after = seen.at(-1)
          const page = await store.list(scope, { filter, limit, ...(after === undefined ? {} : { after }) })
          seen.push(...page.entries.map(({ id }) => id))
          more = page.more && page.entries.length > 0
        }
        mustEqual(bench, seen, wanted, `${show(wanted)} for ${show(filter)} of ${show(entries)}`)
      }
      for (const filter of [...timelessFilters, ...datedFilters]) await check(apart, filter, 2)
      const sample = fc.tuple(numbered, anyFilter, fc.integer({ min: 1, max: 3 }))
      await bench.forEach(sample, ([entries, filter, limit]) => check(entries, filter, limit))
    },
  },
  {
    code: 'MEMORY_SEARCH_FILTER',
    name: 'finds only entries that match a filter, by kind, tags and importance',
    contract: ['MemoryFilter', 'A filter for entries. Omitted fields match everything.'],
    check: async (store, bench) => {
      if (!store.search) return bench.skip(lacking(store, 'search'))
      const nextScope = newScopes()
      const check = async (entries: readonly NewMemory[], filter: MemoryFilter): Promise<void> => {
        const scope = nextScope()
        for (const entry of entries) await store.put(scope, { ...entry, text: 'launch' })
        const wanted = idsOf(entries, filter)
        const hits = (await store.search?.(scope, { query: 'launch', filter }))?.hits ?? []
        const seen = hits.map(({ item }) => item.id).toSorted()
        mustEqual(bench, seen, wanted, `${show(wanted)} for ${show(filter)} of ${show(entries)}`)
      }
      for (const filter of timelessFilters) await check(apart, filter)
      await bench.forEach(fc.tuple(numbered, timelessFilter), ([entries, filter]) => check(entries, filter))
    },
  },
  {
    code: 'MEMORY_FILTER_REFUSED',
    name: 'refuses invalid filters',
    contract: memoryLines.refused,
    check: async (store, bench) => {
      const filters = [
        { kinds: 'fact' },
        { tags: [7] },
        { minImportance: 11 },
        { from: 'yesterday' },
        { until: '2026-02-31' },
      ]
      await mustRefuse(
        bench,
        named('the filter', [...filters, { kind: 'fact' }, 'fact', null] as unknown as readonly MemoryFilter[]),
        (filter) => store.list({ tenant: 'acme' }, { filter }),
      )
    },
  },
]
