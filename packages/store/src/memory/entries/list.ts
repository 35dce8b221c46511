import { checkList } from '../../check/check-request.ts'
import type { MemoryStore, StoredMemory } from '../../contract/memory-store.ts'
import { memoryFilter } from '../../search/memory-filter.ts'
import { idsAfter } from '../owners.ts'
import { copyOf, type MemoryRecord, type MemoryRecords } from './memory-records.ts'

/** Lists the entries of an owner by their ids. */
export function createList(records: MemoryRecords): MemoryStore['list'] {
  return async (scope, request) => {
    const kept = records.of(scope)
    const { after, limit } = checkList(request)
    const isMeant = memoryFilter(request?.filter)
    const entries: StoredMemory[] = []
    for (const id of idsAfter(kept.keys(), after)) {
      const { stored } = kept.get(id) as MemoryRecord
      if (!isMeant(stored)) continue
      if (entries.length === limit) return { entries, more: true }
      entries.push(copyOf(stored))
    }
    return { entries, more: false }
  }
}
