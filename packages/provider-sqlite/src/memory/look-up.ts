import { checkId, checkList, type MemoryStore, memoryFilter, ownerOf, type StoredMemory } from '@lamella/store'
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

/** The number of entries per read if a filter leaves some out. */
const step = 500

/** Lists the entries of an owner by their ids. */
export function createList({ access, entries }: MemoryParts): MemoryStore['list'] {
  return async (scope, request) => {
    const owner = ownerOf(scope)
    const { after, limit } = checkList(request, ['filter'])
    const isMeant = memoryFilter(request?.filter)
    return access.read(() => {
      const found: StoredMemory[] = []
      for (let behind = sortKey(after ?? ''); ; ) {
        const rows = entries.list(owner, behind, Math.min(step, limit + 1))
        for (const row of rows) {
          const stored = storedEntry(row)
          if (!isMeant(stored)) continue
          if (found.length === limit) return { entries: found, more: true }
          found.push(stored)
        }
        const last = rows.at(-1)
        if (last === undefined) return { entries: found, more: false }
        behind = last.sort
      }
    })
  }
}
