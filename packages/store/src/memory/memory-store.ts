import type { Ranker, Scope } from '@lamella/core'
import type { Rankable } from '@lamella/core/plugin'
import { checkId, ownerOf } from '../check/check.ts'
import { checkMemory, checkStored } from '../check/check-memory.ts'
import { checkChange, checkList } from '../check/check-request.ts'
import { checkSearch } from '../check/check-search.ts'
import { memoryConflict } from '../check/store-errors.ts'
import type { MemoryStore, PutOptions, StoredMemory } from '../contract/memory-store.ts'
import { memoryFilter } from '../search/memory-filter.ts'
import {
  checkKeywordSearch,
  type KeywordSearchOptions,
  keywordSearch,
  type RankedSearchOptions,
} from './keyword-search.ts'
import { createOwners, idsAfter, type Owners } from './owners.ts'

/** One entry in stored form. */
interface MemoryRecord {
  readonly stored: StoredMemory
  /** Created on first search. */
  rankable?: Rankable
}

/**
 * Creates a memory store that lives as long as the program and supports everything except vectors. Search needs a
 * ranker, which gets the text and the tags of every entry; without one the store has no `search`.
 *
 * @throws LamellaError `OPTION_INVALID`; from `search` `RANKER_INVALID`, when a ranker does not return one score per
 * entry
 * @example
 * const memories = createMemoryStore({ ranker: bm25() }) // of @lamella/ranker-bm25
 * const scope = { tenant: 'acme', user: 'ada' }
 * await memories.put(scope, { id: 'tea', text: 'Ada likes green tea.', kind: 'preference' })
 * const { hits } = await memories.search(scope, { query: 'Which tea?' })
 */
export function createMemoryStore(options: RankedSearchOptions): Required<MemoryStore>
export function createMemoryStore(options?: KeywordSearchOptions): MemoryStore & Required<Omit<MemoryStore, 'search'>>
export function createMemoryStore(
  options: KeywordSearchOptions = {},
): MemoryStore & Required<Omit<MemoryStore, 'search'>> {
  const { ranker } = checkKeywordSearch('createMemoryStore', options)
  const records = createOwners<MemoryRecord>()
  /** @throws LamellaError `SCOPE_INVALID`, `STORE_VALUE_INVALID`, `MEMORY_CONFLICT` for an unexpected revision */
  const find = (scope: Scope, id: string, change?: PutOptions): StoredMemory | undefined => {
    const stored = records.of(ownerOf(scope)).get(checkId('id', id))?.stored
    const { expectedRevision } = checkChange(change, 'put')
    const actual = stored?.revision ?? 0
    if (expectedRevision !== undefined && expectedRevision !== actual)
      throw memoryConflict(id, expectedRevision, actual)
    return stored
  }
  // Every method is async, so that errors become rejections, and awaits nothing, so that each call is atomic.
  return {
    spec: 1,
    put: async (scope, entry, change) => {
      const checked = checkMemory(entry)
      const before = find(scope, checked.id, change)
      const { at } = checkChange(change, 'put')
      const createdAt = before?.createdAt ?? at
      const updatedAt = at ?? before?.updatedAt
      const stored = {
        ...checked,
        revision: (before?.revision ?? 0) + 1,
        ...(createdAt === undefined ? {} : { createdAt }),
        ...(updatedAt === undefined ? {} : { updatedAt }),
      }
      records.set(ownerOf(scope), stored.id, { stored })
      return copyOf(stored)
    },
    get: async (scope, id) => {
      const stored = find(scope, id)
      return stored && copyOf(stored)
    },
    list: async (scope, request) => {
      const kept = records.of(ownerOf(scope))
      const { after, limit } = checkList(request, ['filter'])
      const matches = memoryFilter(request?.filter)
      const entries: StoredMemory[] = []
      for (const id of idsAfter(kept.keys(), after)) {
        const { stored } = kept.get(id) as MemoryRecord
        if (!matches(stored)) continue
        if (entries.length === limit) return { entries, more: true }
        entries.push(copyOf(stored))
      }
      return { entries, more: false }
    },
    delete: async (scope, id, change) => find(scope, id, change) !== undefined && records.delete(ownerOf(scope), id),
    restore: async (scope, entry) => {
      const stored = checkStored(entry)
      find(scope, stored.id, { expectedRevision: 0 })
      records.set(ownerOf(scope), stored.id, { stored })
      return copyOf(stored)
    },
    erase: async (scope) => records.erase(ownerOf(scope)),
    ...(ranker && { search: searchOf(records, ranker) }),
    close: async () => {},
  }
}

function searchOf(records: Owners<MemoryRecord>, ranker: Ranker): Required<MemoryStore>['search'] {
  return async (scope, request) => {
    const kept = records.of(ownerOf(scope))
    const checked = checkSearch(request, ['keyword'])
    const matches = memoryFilter(request.filter)
    const searched = [...kept.values()].filter(({ stored }) => matches(stored))
    const documents = searched.map((record) => ({
      date: record.stored.date,
      rankable: () => {
        record.rankable ??= rankableOf(record.stored)
        return record.rankable
      },
      item: () => copyOf(record.stored),
    }))
    return keywordSearch(documents, kept.size, checked, ranker)
  }
}

function rankableOf({ id, text, tags = [], date, speaker, session, importance }: StoredMemory): Rankable {
  return {
    id,
    text: [text, ...tags].join('\n'),
    ...(date === undefined ? {} : { date }),
    ...(speaker === undefined ? {} : { speaker }),
    ...(session === undefined ? {} : { session }),
    ...(importance === undefined ? {} : { importance }),
  }
}

/** Returns a copy of an entry for callers. Its fields are texts and numbers, and one list. */
function copyOf(stored: StoredMemory): StoredMemory {
  const { tags, metadata } = stored
  return {
    ...stored,
    ...(tags === undefined ? {} : { tags: [...tags] }),
    ...(metadata === undefined ? {} : { metadata: structuredClone(metadata) }),
  }
}
