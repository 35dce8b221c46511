import { type MemoryStore, ownerOf, type SearchResult, type StoredMemory } from '@lamella/store'
import type { SearchEntries } from './search-entries.ts'

/** Finds entries of an owner. */
export function createSearch(
  search: (...args: Parameters<SearchEntries>) => Promise<SearchResult<StoredMemory>>,
): Required<MemoryStore>['search'] {
  return async (scope, request) => search(ownerOf(scope), request)
}
