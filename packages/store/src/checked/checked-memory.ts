import { checkOptions, mustBeObject } from '@lamella/core/plugin'
import { type Owner, ownerOf } from '../check/check.ts'
import { checkMemory, checkStored } from '../check/check-memory.ts'
import { type Change, checkChange, checkList } from '../check/check-request.ts'
import { type CheckedSearch, checkSearch } from '../check/check-search.ts'
import type { MemoryList, MemoryStore, NewMemory, StoredMemory } from '../contract/memory-store.ts'
import type { SearchResult } from '../contract/search.ts'
import { searchFilter } from '../search/search-filter.ts'
import { type Awaitable, type Checked, type FilteredPage, placeOf } from './values.ts'

/** The methods of `MemoryStore`, called with valid values only. */
export interface RawMemory {
  /** @param entry A copy with its own fields only, and with its kind. */
  put(owner: Owner, entry: NewMemory & { readonly kind: string }, change: Change): Awaitable<StoredMemory>
  get(owner: Owner, id: string): Awaitable<StoredMemory | undefined>
  list(owner: Owner, page: FilteredPage<StoredMemory>): Awaitable<MemoryList>
  delete(owner: Owner, id: string, change: Change): Awaitable<boolean>
  /** Whether `search` compares vectors too. Default `false`: a request for it is refused. */
  readonly hasVectors?: boolean
  search?(owner: Owner, request: CheckedSearch): Awaitable<SearchResult<StoredMemory>>
  erase?(owner: Owner): Awaitable<number>
  restore?(owner: Owner, entry: StoredMemory): Awaitable<StoredMemory>
  close?(): Promise<void>
}

/**
 * Creates a memory store that checks what it is given: every store refuses the same values with the same errors.
 *
 * @example
 * const memory = checkedMemory({ put, get, list, delete: remove })
 */
export function checkedMemory<Raw extends RawMemory>(raw: Raw): Checked<MemoryStore, Raw> {
  checkOptions('checkedMemory', { raw }, { raw: mustBeObject }, ['raw'])
  const search = raw.search?.bind(raw)
  const erase = raw.erase?.bind(raw)
  const restore = raw.restore?.bind(raw)
  const close = raw.close?.bind(raw)
  const store: MemoryStore = {
    spec: 1,
    put: async (scope, entry, options) => raw.put(ownerOf(scope), checkMemory(entry), checkChange(options, 'put')),
    get: async (scope, id) => raw.get(...placeOf(scope, 'id', id)),
    list: async (scope, request) => {
      const [owner, page] = [ownerOf(scope), checkList(request, ['filter'])]
      const accepts = searchFilter('memory', request?.filter)
      return raw.list(owner, { ...page, accepts: (entry) => accepts(entry.date, entry) })
    },
    delete: async (scope, id, options) => raw.delete(...placeOf(scope, 'id', id), checkChange(options, 'put')),
    ...(search && {
      search: async (scope, request) => search(ownerOf(scope), checkSearch(request, 'memory', raw.hasVectors)),
    }),
    ...(erase && { erase: async (scope) => erase(ownerOf(scope)) }),
    ...(restore && { restore: async (scope, entry) => restore(ownerOf(scope), checkStored(entry)) }),
    ...(close && { close }),
  }
  return store as Checked<MemoryStore, Raw>
}
