import { type MemoryStore, ownerOf, type SearchResult, type StoredMemory } from '@lamella/store'
import type { Access } from '../database/access.ts'
import type { Purge } from '../database/purge.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createDelete, createErase } from './delete.ts'
import { createGet, createList } from './look-up.ts'
import { createMemoryParts } from './memory-parts.ts'
import { createPut, createRestore } from './put.ts'
import type { SearchEntries } from './search-entries.ts'

/** Creates the memory store of a database, with all optional methods. */
export type SqliteMemory = Required<MemoryStore>

export function createMemories(
  access: Access,
  purge: Purge,
  search: (...args: Parameters<SearchEntries>) => Promise<SearchResult<StoredMemory>>,
  vectors: Vectors | undefined,
  close: () => Promise<void>,
): SqliteMemory {
  const parts = createMemoryParts(access, purge, vectors)
  return {
    spec: 1,
    put: createPut(parts),
    get: createGet(parts),
    list: createList(parts),
    delete: createDelete(parts),
    search: createSearch(search),
    restore: createRestore(parts),
    erase: createErase(parts),
    close,
  }
}

/** Finds entries of an owner. */
function createSearch(
  search: (...args: Parameters<SearchEntries>) => Promise<SearchResult<StoredMemory>>,
): Required<MemoryStore>['search'] {
  return async (scope, request) => search(ownerOf(scope), request)
}
