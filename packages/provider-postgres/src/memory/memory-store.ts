import type { StoreTerms } from '@lamella/ranker-bm25/stores'
import type { MemoryStore, Owner, SearchRequest, SearchResult, StoredMemory } from '@lamella/store'
import { ownerOf } from '@lamella/store'
import type { Database } from '../database/database.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createDelete, createErase } from './delete.ts'
import { createGet, createList } from './look-up.ts'
import { createMemoryParts } from './memory-parts.ts'
import { createPut, createRestore } from './put.ts'

/** The memory store of a schema, with all optional methods. */
export type PostgresMemory = Required<MemoryStore>

export function createMemories(
  database: Database,
  terms: StoreTerms,
  search: (owner: Owner, request: SearchRequest) => Promise<SearchResult<StoredMemory>>,
  vectors: Vectors | undefined,
  close: () => Promise<void>,
): PostgresMemory {
  const parts = createMemoryParts(database, terms, vectors)
  return {
    spec: 1,
    put: createPut(parts),
    get: createGet(parts),
    list: createList(parts),
    delete: createDelete(parts),
    search: async (scope, request) => search(ownerOf(scope), request),
    restore: createRestore(parts),
    erase: createErase(parts),
    close,
  }
}
