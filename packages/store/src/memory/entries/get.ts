import type { MemoryStore } from '../../contract/memory-store.ts'
import { copyOf, type MemoryRecords } from './memory-records.ts'

/** Reads one entry. */
export function createGet(records: MemoryRecords): MemoryStore['get'] {
  return async (scope, id) => {
    const stored = records.find(scope, id)
    return stored && copyOf(stored)
  }
}
