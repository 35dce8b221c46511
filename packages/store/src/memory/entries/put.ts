import { checkMemory } from '../../check/check-memory.ts'
import { checkChange } from '../../check/check-request.ts'
import type { MemoryStore } from '../../contract/memory-store.ts'
import { copyOf, type MemoryRecords } from './memory-records.ts'

/** Adds an entry, or replaces the one with its id. */
export function createPut(records: MemoryRecords): MemoryStore['put'] {
  return async (scope, entry, options) => {
    const checked = checkMemory(entry)
    const before = records.find(scope, checked.id, options)
    const { at } = checkChange(options)
    const createdAt = before?.createdAt ?? at
    const updatedAt = at ?? before?.updatedAt
    const stored = {
      ...checked,
      revision: (before?.revision ?? 0) + 1,
      ...(createdAt === undefined ? {} : { createdAt }),
      ...(updatedAt === undefined ? {} : { updatedAt }),
    }
    records.set(scope, stored.id, { stored })
    return copyOf(stored)
  }
}
