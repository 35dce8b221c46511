import type { MemoryStore } from '../../contract/memory-store.ts'
import type { MemoryRecords } from './memory-records.ts'

/** Erases the entries of a scope and of narrower scopes. */
export function createErase(records: MemoryRecords): Required<MemoryStore>['erase'] {
  return async (scope) => records.erase(scope)
}
