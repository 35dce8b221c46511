import type { RawMemory, StoredMemory } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import { storedEntry } from './entries.ts'
import type { MemoryParts } from './memory-parts.ts'

/** Reads one entry. */
export function createGet({ database, entries }: MemoryParts): RawMemory['get'] {
  return async (owner, id) => {
    const sort = sortKey(id)
    const row = await database.read(owner.tenant, (statements) => entries.find(statements, owner, sort))
    return row && storedEntry(row)
  }
}

/** The number of entries per read if a filter leaves some out. */
const step = 500

/** Lists the entries of an owner by their ids. */
export function createList({ database, entries }: MemoryParts): RawMemory['list'] {
  return (owner, { after = '', limit, accepts }) =>
    database.read(owner.tenant, async (statements) => {
      const found: StoredMemory[] = []
      for (let behind = sortKey(after); ; ) {
        const rows = await entries.list(statements, owner, behind, Math.min(step, limit + 1))
        for (const row of rows) {
          const stored = storedEntry(row)
          if (!accepts(stored)) continue
          if (found.length === limit) return { entries: found, more: true }
          found.push(stored)
        }
        const last = rows.at(-1)
        if (last === undefined) return { entries: found, more: false }
        behind = last.sort
      }
    })
}
