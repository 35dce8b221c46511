import { checkedMemory, type MemoryStore } from '@lamella/store'
import { resultsOf } from '@lamella/store/search'
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
  search: SearchEntries,
  vectors: Vectors | undefined,
  close: () => Promise<void>,
): SqliteMemory {
  const parts = createMemoryParts(access, purge, vectors)
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
