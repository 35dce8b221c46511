import { checkId, type MemoryStore, ownerOf } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import { storedEntry } from './entries.ts'
import type { MemoryParts } from './memory-parts.ts'

/** Reads one entry. */
export function createGet({ access, entries }: MemoryParts): MemoryStore['get'] {
  return async (scope, id) => {
    const owner = ownerOf(scope)
    const sort = sortKey(checkId('id', id))
    const row = await access.read(() => entries.find(owner, sort))
    return row && storedEntry(row)
  }
}
