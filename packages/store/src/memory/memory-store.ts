import type { Ranker } from '@lamella/core'
import type { Rankable } from '@lamella/core/plugin'
import type { Owner } from '../check/check.ts'
import { mustBeAt } from '../check/store-errors.ts'
import { checkedMemory, type RawMemory } from '../checked/checked-memory.ts'
import type { MemoryStore, StoredMemory } from '../contract/memory-store.ts'
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
  /** @throws LamellaError `MEMORY_CONFLICT` for an unexpected revision */
  const find = (owner: Owner, id: string, expectedRevision?: number): StoredMemory | undefined => {
    const stored = records.of(owner).get(id)?.stored
    mustBeAt('memory', id, expectedRevision, stored?.revision)
    return stored
  }
  // Nothing awaits, so that each call is atomic.
  return checkedMemory({
    put(owner, entry, { expectedRevision, at }) {
      const before = find(owner, entry.id, expectedRevision)
      const createdAt = before?.createdAt ?? at
      const updatedAt = at ?? before?.updatedAt
      const stored = {
        ...entry,
        revision: (before?.revision ?? 0) + 1,
        ...(createdAt === undefined ? {} : { createdAt }),
        ...(updatedAt === undefined ? {} : { updatedAt }),
      }
      records.set(owner, stored.id, { stored })
      return copyOf(stored)
    },
    get(owner, id) {
      const stored = find(owner, id)
      return stored && copyOf(stored)
    },
    list(owner, { after, limit, accepts }) {
      const kept = records.of(owner)
      const entries: StoredMemory[] = []
      for (const id of idsAfter(kept.keys(), after)) {
        const { stored } = kept.get(id) as MemoryRecord
        if (!accepts(stored)) continue
        if (entries.length === limit) return { entries, more: true }
        entries.push(copyOf(stored))
      }
      return { entries, more: false }
    },
    delete: (owner, id, { expectedRevision }) =>
      find(owner, id, expectedRevision) !== undefined && records.delete(owner, id),
    restore(owner, stored) {
      find(owner, stored.id, 0)
      records.set(owner, stored.id, { stored })
      return copyOf(stored)
    },
    erase: records.erase,
    ...(ranker && { search: searchOf(records, ranker) }),
    close: async () => {},
  })
}

function searchOf(records: Owners<MemoryRecord>, ranker: Ranker): Required<RawMemory>['search'] {
  return (owner, request) => {
    const kept = records.of(owner)
    const searched = [...kept.values()].filter(({ stored }) => request.accepts(stored.date, stored))
    const documents = searched.map((record) => ({
      date: record.stored.date,
      rankable: () => {
        record.rankable ??= rankableOf(record.stored)
        return record.rankable
      },
      item: () => copyOf(record.stored),
    }))
    return keywordSearch(documents, kept.size, request, ranker)
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
