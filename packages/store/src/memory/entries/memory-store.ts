import type { MemoryStore } from '../../contract/memory-store.ts'
import { checkKeywordSearch, type KeywordSearchOptions, type RankedSearchOptions } from '../keyword-search.ts'
import { createDelete } from './delete.ts'
import { createErase } from './erase.ts'
import { createGet } from './get.ts'
import { createList } from './list.ts'
import { createMemoryRecords } from './memory-records.ts'
import { createPut } from './put.ts'
import { createRestore } from './restore.ts'
import { createSearch } from './search.ts'

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
  const records = createMemoryRecords()
  // Every method is async, so that errors become rejections, and awaits nothing, so that each call is atomic.
  return {
    spec: 1,
    put: createPut(records),
    get: createGet(records),
    list: createList(records),
    delete: createDelete(records),
    restore: createRestore(records),
    erase: createErase(records),
    ...(ranker && { search: createSearch(records, ranker) }),
    close: async () => {},
  }
}
