import type { MemoryStore, PutOptions, StoredMemory } from '../contract/memory-store.ts'
import type { Rankable } from '../contract/ranker.ts'
import type { Scope } from '../contract/scope.ts'
import { checkId } from '../store/check/check.ts'
import { checkMemory, checkStored } from '../store/check/check-memory.ts'
import { checkChange, checkList } from '../store/check/check-request.ts'
import { checkSearch } from '../store/check/check-search.ts'
import { memoryConflict } from '../store/check/store-errors.ts'
import { type Filterable, memoryFilter } from '../store/search/memory-filter.ts'
import {
  checkKeywordSearch,
  type KeywordSearchOptions,
  keywordSearch,
  type RankedSearchOptions,
  type Searchable,
} from './keyword-search.ts'
import { createOwners, idsBehind } from './owners.ts'

/** One entry as it is kept. */
interface MemoryRecord {
  readonly stored: StoredMemory
  /** Made when it is first searched. */
  rankable?: Rankable
}

/**
 * Memories that live as long as the program, with everything that a store can have but vectors. Search takes a ranker, which is
 * shown the text and the tags of every entry; without one the store has no `search`.
 *
 * @throws LamellaError `OPTION_INVALID`; from `search` `RANKER_INVALID`, when a ranker does not give one score an entry
 * @example
 * const memories = createMemoryStore({ ranker: bm25() }) // of @lamella/ranker-bm25
 * const scope = { tenant: 'acme', user: 'ada' }
 * await memories.put(scope, { id: 'tea', text: 'Ada likes green tea.', kind: 'preference' })
 * const [best] = await memories.search(scope, { query: 'Which tea?' })
 */
export function createMemoryStore(options: RankedSearchOptions): Required<MemoryStore>
export function createMemoryStore(options?: KeywordSearchOptions): MemoryStore & Required<Omit<MemoryStore, 'search'>>
export function createMemoryStore(
  options: KeywordSearchOptions = {},
): MemoryStore & Required<Omit<MemoryStore, 'search'>> {
  const { ranker } = checkKeywordSearch('createMemoryStore', options)
  const owners = createOwners<MemoryRecord>()
  const find = (scope: Scope, id: string, options?: PutOptions): StoredMemory | undefined => {
    const stored = owners.of(scope).get(checkId('id', id))?.stored
    const { expectedRevision } = checkChange(options)
    const actual = stored?.revision ?? 0
    if (expectedRevision !== undefined && expectedRevision !== actual)
      throw memoryConflict(id, expectedRevision, actual)
    return stored
  }

  // Every method is async, so that what is wrong is a rejection, and awaits nothing, so that each is done at once.
  return {
    spec: 1,
    put: async (scope, entry, options) => {
      const checked = checkMemory(entry)
      const before = find(scope, checked.id, options)
      const { at } = checkChange(options)
      const createdAt = before?.createdAt ?? at
      const updatedAt = at ?? before?.updatedAt
      const stored = {
        ...checked,
        revision: (before?.revision ?? 0) + 1,
        ...(createdAt === undefined ? {} : { createdAt }),
        ...(updatedAt === undefined ? {} : { updatedAt }),
      }
      owners.set(scope, stored.id, { stored })
      return copyOf(stored)
    },
    get: async (scope, id) => {
      const stored = find(scope, id)
      return stored && copyOf(stored)
    },
    list: async (scope, request) => {
      const kept = owners.of(scope)
      const { after, limit } = checkList(request)
      const isMeant = memoryFilter(request?.filter)
      const entries: StoredMemory[] = []
      for (const id of idsBehind(kept.keys(), after)) {
        const { stored } = kept.get(id) as MemoryRecord
        if (!isMeant(stored)) continue
        if (entries.length === limit) return { entries, more: true }
        entries.push(copyOf(stored))
      }
      return { entries, more: false }
    },
    delete: async (scope, id, options) => find(scope, id, options) !== undefined && owners.delete(scope, id),
    ...(ranker && {
      search: async (scope, request) => {
        const kept = owners.of(scope)
        const checked = checkSearch(request, ['keyword'])
        const isMeant = memoryFilter(request.filter)
        return keywordSearch(searchables([...kept.values()], isMeant), checked, ranker)
      },
    }),
    erase: async (scope) => owners.erase(scope),
    restore: async (scope, entry) => {
      const stored = checkStored(entry)
      find(scope, stored.id, { expectedRevision: 0 })
      owners.set(scope, stored.id, { stored })
      return copyOf(stored)
    },
    close: async () => {},
  }
}

function searchables(
  records: readonly MemoryRecord[],
  isMeant: (entry: Filterable) => boolean,
): readonly Searchable<StoredMemory>[] {
  return records
    .filter(({ stored }) => isMeant(stored))
    .map((record) => ({
      date: record.stored.date,
      rankable: () => {
        record.rankable ??= rankableOf(record.stored)
        return record.rankable
      },
      item: () => copyOf(record.stored),
    }))
}

const saidBy = ({ text, tags = [] }: StoredMemory): string => [text, ...tags].join('\n')

function rankableOf(stored: StoredMemory): Rankable {
  const { id, date, importance } = stored
  return {
    id,
    text: saidBy(stored),
    ...(date === undefined ? {} : { date }),
    ...(importance === undefined ? {} : { importance }),
  }
}

/** Its fields are texts and numbers, and one list. */
function copyOf(stored: StoredMemory): StoredMemory {
  const { tags, metadata } = stored
  return {
    ...stored,
    ...(tags === undefined ? {} : { tags: [...tags] }),
    ...(metadata === undefined ? {} : { metadata: structuredClone(metadata) }),
  }
}
