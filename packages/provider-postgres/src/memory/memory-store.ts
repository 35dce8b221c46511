import type { StoreTerms } from '@lamella/ranker-bm25/stores'
import { checkedMemory, type MemoryStore } from '@lamella/store'
import { resultsOf } from '@lamella/store/search'
import type { Database } from '../database/database.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createDelete, createErase } from './delete.ts'
import { createGet, createList } from './look-up.ts'
import { createMemoryParts } from './memory-parts.ts'
import { createPut, createRestore } from './put.ts'
import type { SearchEntries } from './search-entries.ts'

/** The memory store of a schema, with all optional methods. */
export type PostgresMemory = Required<MemoryStore>

export function createMemories(
  database: Database,
  terms: StoreTerms,
  search: SearchEntries,
  vectors: Vectors | undefined,
  close: () => Promise<void>,
): PostgresMemory {
  const parts = createMemoryParts(database, terms, vectors)
  return checkedMemory({
    put: createPut(parts),
    get: createGet(parts),
    list: createList(parts),
    delete: createDelete(parts),
    search: resultsOf(search),
    hasVectors: vectors !== undefined,
    restore: createRestore(parts),
    erase: createErase(parts),
    close,
  })
}
