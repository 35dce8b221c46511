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
  const records = createMemoryRecords()
  // Every method is async, so that what is wrong is a rejection, and awaits nothing, so that each is done at once.
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
