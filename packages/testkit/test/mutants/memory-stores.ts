import type { MemoryStore, SearchResult } from '@lamella/store'
import { makeMemoryStore } from './made-stores.ts'
import { memoryRestoreMutants } from './memory-restores.ts'
import type { Mutant } from './mutant.ts'
import {
  at,
  type Base,
  type Fault,
  type Fields,
  gives,
  mark,
  moment,
  type StoreKind,
  storeMutant,
  takes,
  without,
} from './store-faults.ts'
import { storeMutants } from './stores.ts'

const mutant = (code: string, name: string, fault: Fault): Mutant<MemoryStore> =>
  storeMutant<MemoryStore>(makeMemoryStore, `MEMORY_${code}`, name, fault)

const entryOf = (given: readonly unknown[], change: (entry: Fields) => unknown): readonly unknown[] =>
  at(given, 1, (entry) => (typeof entry === 'object' && entry !== null ? change(entry as Fields) : entry))

const kind: StoreKind<MemoryStore> = {
  prefix: 'MEMORY',
  make: makeMemoryStore,
  items: 'entries',
  ids: { get: [1], delete: [1] },
  put: 'put',
  foundId: 'id',
  withText: (given, change) =>
    entryOf(given, (entry) => (typeof entry['text'] === 'string' ? { ...entry, text: change(entry['text']) } : entry)),
  withId: (given, change) => entryOf(given, (entry) => ({ ...entry, id: change(entry['id']) })),
}

const put = (change: (entry: Fields) => unknown): Fault => takes('put', (given) => entryOf(given, change))
const request = (method: string, change: (filter: Fields) => unknown): Fault =>
  takes(method, (given) =>
    at(given, 1, (one) => {
      const filter = (one as Fields | undefined)?.['filter']
      return typeof filter === 'object' && filter !== null
        ? { ...(one as object), filter: change(filter as Fields) }
        : one
    }),
  )
const keyOf = (...names: readonly unknown[]): string => JSON.stringify(names)
const fields = [
  'id',
  'text',
  'kind',
  'date',
  'importance',
  'tags',
  'source',
  'metadata',
  'revision',
  'createdAt',
  'updatedAt',
]

/** Memory stores with one fault each. */
export const memoryStoreMutants: readonly Mutant<MemoryStore>[] = [
  mutant('PUT', 'trims texts', (base) => ({
    put: async (...given) => await base.ask('put', ...kind.withText(given, (text) => text.trim())),
  })),
  mutant(
    'PUT',
    'sorts tags',
    put((entry) => (Array.isArray(entry['tags']) ? { ...entry, tags: entry['tags'].toSorted() } : entry)),
  ),
  mutant('REPLACE', 'fills missing fields from the previous entry', (base) => ({
    put: async (scope, entry, ...more) => {
      const { id, text } = (entry ?? {}) as Fields
      const copy = structuredClone(entry)
      const isKnown = typeof text === 'string' && (await isThere(base, scope, id))
      const before = isKnown ? await base.ask<object>('get', scope, id) : {}
      return await base.ask('put', scope, isKnown ? { ...before, ...(copy as object) } : copy, ...more)
    },
  })),
  mutant('REPLACE', 'finds entries by words they no longer have', (base) => {
    const past: [owner: string, item: Fields][] = []
    return {
      put: async (scope, entry, ...more) => {
        const { id } = (entry ?? {}) as Fields
        const copy = structuredClone(entry)
        const before = (await isThere(base, scope, id)) ? await base.ask<Fields>('get', scope, id) : undefined
        const answer = await base.ask('put', scope, copy, ...more)
        if (before) past.push([keyOf(scope), before])
        return answer
      },
      search: async (scope, one) => {
        const found = (await base.ask('search', scope, one)) as SearchResult<unknown>
        const words = String((one as Fields)['query']).split(' ')
        const old = past.filter(
          ([owner, item]) =>
            owner === keyOf(scope) && words.some((word) => String(item['text']).split(' ').includes(word)),
        )
        const more = old.map(([, item]) => ({ item, score: 1e-9, by: ['keyword'] }))
        return { ...found, hits: [...found.hits, ...more] }
      },
    }
  }),
  mutant('REFUSED', 'ignores invalid dates', (base) => ({
    put: async (scope, entry, ...more) => {
      try {
        return await base.ask('put', scope, entry, ...more)
      } catch (error) {
        if ((entry as Fields | null)?.['date'] === undefined) throw error
        return await base.ask('put', scope, without(entry, 'date'), ...more)
      }
    },
  })),
  mutant(
    'REFUSED',
    'ignores unknown fields',
    put((entry) => Object.fromEntries(Object.entries(entry).filter(([name]) => fields.includes(name)))),
  ),
  mutant(
    'REVISION',
    'always lists revision 1',
    gives('list', (list) => ({
      ...list,
      entries: (list['entries'] as readonly { readonly id: string }[]).map((entry) =>
        entry.id === 'a' ? { ...entry, revision: 1 } : entry,
      ),
    })),
  ),
  mutant(
    'CONFLICT',
    'treats expected revision 0 as no expectation',
    takes('put', (given) =>
      at(given, 2, (one) =>
        (one as Fields | undefined)?.['expectedRevision'] === 0 ? without(one, 'expectedRevision') : one,
      ),
    ),
  ),
  mutant(
    'CONFLICT',
    'deletes at any revision',
    takes('delete', ([scope, id]) => [scope, id]),
  ),
  mutant('PARALLEL', 'checks the revision first and writes later', (base) => ({
    put: async (scope, entry, one) => {
      const { expectedRevision, ...rest } = (one ?? {}) as Fields
      if (typeof expectedRevision !== 'number' || !(expectedRevision > 0))
        return await base.ask('put', scope, entry, one)
      const { revision = 0 } = ((await base.ask('get', scope, (entry as Fields)['id'])) ?? {}) as {
        readonly revision?: number
      }
      if (revision !== expectedRevision) return await base.ask('put', scope, entry, one)
      const copy = structuredClone(entry)
      await moment()
      return await base.ask('put', scope, copy, rest)
    },
  })),
  mutant(
    'TIMES',
    'reports the last change as the creation',
    gives('put', (entry) => (entry['updatedAt'] === undefined ? entry : { ...entry, createdAt: entry['updatedAt'] })),
  ),
  mutant(
    'FILTER',
    'filters by the first of several tags only',
    request('list', (filter) =>
      Array.isArray(filter['tags']) ? { ...filter, tags: filter['tags'].slice(0, 1) } : filter,
    ),
  ),
  mutant(
    'FILTER',
    'treats an empty list of kinds as all kinds',
    request('list', (filter) =>
      Array.isArray(filter['kinds']) && filter['kinds'].length === 0 ? without(filter, 'kinds') : filter,
    ),
  ),
  mutant(
    'FILTER',
    'ends a range at the start of its last day',
    request('list', (filter) =>
      String(filter['until']).length === 10 && filter['until'] !== '2026-02-31'
        ? { ...filter, until: `${filter['until']}T00:00:00Z` }
        : filter,
    ),
  ),
  mutant(
    'FILTER_REFUSED',
    'ignores unknown fields of a filter',
    request('list', (filter) => without(filter, 'kind')),
  ),
  mutant(
    'SEARCH_FILTER',
    'ignores importance in a search',
    request('search', (filter) => without(filter, 'minImportance')),
  ),
  mutant(
    'PURE',
    'reverses tags in place, and back',
    put((entry) => {
      if (Array.isArray(entry['tags'])) entry['tags'].reverse().reverse()
      return entry
    }),
  ),
  mutant('PURE', 'leaves a mark in a request', (base) => ({
    list: async (scope, one) => {
      mark(one)
      return await base.ask('list', scope, one)
    },
  })),
  mutant('COPIES', 'returns the same entry object to every caller', (base) => {
    const given = new Map<string, unknown>()
    return {
      get: async (scope, id) => {
        const entry = (await base.ask('get', scope, id)) as Fields | undefined
        if (!entry) return undefined
        const key = keyOf(scope, JSON.stringify(entry))
        if (!given.has(key)) given.set(key, entry)
        return given.get(key)
      },
    }
  }),
  mutant('COPIES', 'reads an entry only when it writes it', (base) => ({
    put: async (...given) => {
      await moment()
      return await base.ask('put', ...given)
    },
  })),
  mutant('REOPEN', 'restarts at revision 1 when it is closed', (base) => {
    let isClosed = false
    return {
      close: async () => {
        isClosed = true
      },
      get: async (...given) => {
        const entry = (await base.ask('get', ...given)) as Fields | undefined
        return isClosed && entry ? { ...entry, revision: 1, text: '' } : entry
      },
    }
  }),
  ...memoryRestoreMutants(mutant),
  ...storeMutants(kind),
]

async function isThere(base: Base, scope: unknown, id: unknown): Promise<boolean> {
  try {
    return (await base.ask('get', scope, id)) !== undefined
  } catch {
    return false
  }
}
