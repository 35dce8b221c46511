import type { MemoryStore, SearchResult, StoredMemory } from '@lamella/store'
import type { Access } from '../database/access.ts'
import type { Purge } from '../database/purge.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createDelete } from './delete.ts'
import { createErase } from './erase.ts'
import { createGet } from './get.ts'
import { createList } from './list.ts'
import { createMemoryParts } from './memory-parts.ts'
import { createPut } from './put.ts'
import { createRestore } from './restore.ts'
import { createSearch } from './search.ts'
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
