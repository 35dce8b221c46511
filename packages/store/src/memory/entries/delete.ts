import type { MemoryStore } from '../../contract/memory-store.ts'
import type { MemoryRecords } from './memory-records.ts'

/** Deletes an entry. */
export function createDelete(records: MemoryRecords): MemoryStore['delete'] {
  return async (scope, id, options) => records.find(scope, id, options) !== undefined && records.delete(scope, id)
}
