import { checkId, checkList, type MemoryStore, memoryFilter, ownerOf, type StoredMemory } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import { storedEntry } from './entries.ts'
import type { MemoryParts } from './memory-parts.ts'

/** Reads one entry. */
export function createGet({ database, entries }: MemoryParts): MemoryStore['get'] {
  return async (scope, id) => {
    const owner = ownerOf(scope)
    const sort = sortKey(checkId('id', id))
    const row = await database.read(owner.tenant, (statements) => entries.find(statements, owner, sort))
    return row && storedEntry(row)
  }
}

/** The number of entries per read if a filter leaves some out. */
const step = 500

/** Lists the entries of an owner by their ids. */
export function createList({ database, entries }: MemoryParts): MemoryStore['list'] {
  return async (scope, request) => {
    const owner = ownerOf(scope)
    const { after, limit } = checkList(request, ['filter'])
    const isMeant = memoryFilter(request?.filter)
    return database.read(owner.tenant, async (statements) => {
      const found: StoredMemory[] = []
      for (let behind = sortKey(after ?? ''); ; ) {
        const rows = await entries.list(statements, owner, behind, Math.min(step, limit + 1))
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
