import { checkStored } from '../../check/check-memory.ts'
import type { MemoryStore } from '../../contract/memory-store.ts'
import { copyOf, type MemoryRecords } from './memory-records.ts'

/** Adds an entry from another store, with its revision and times. */
export function createRestore(records: MemoryRecords): Required<MemoryStore>['restore'] {
  return async (scope, entry) => {
    const stored = checkStored(entry)
    records.find(scope, stored.id, { expectedRevision: 0 })
    records.set(scope, stored.id, { stored })
    return copyOf(stored)
  }
}
