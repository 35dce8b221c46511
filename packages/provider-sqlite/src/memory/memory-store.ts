import {
  checkChange,
  checkId,
  checkList,
  checkMemory,
  checkStored,
  type MemoryStore,
  memoryConflict,
  memoryFilter,
  ownerOf,
  type SearchHit,
  type StoredMemory,
} from '@lamella/core/store'
import type { Access } from '../database/access.ts'
import { toKept } from '../database/instants.ts'
import { createOwners } from '../database/owners.ts'
import type { Purge } from '../database/purge.ts'
import { sortKey } from '../database/sort-key.ts'
import { createWordIndex } from '../search/word-index.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createEntries, type EntryRow, storedEntry } from './entries.ts'
import { createKeepEntry } from './keep-entry.ts'
import type { SearchEntries } from './search-entries.ts'

/** Memories in a database, with everything that a memory store can have. */
export type SqliteMemory = Required<MemoryStore>

/** Entries that are read together where a filter leaves out some. */
const step = 500

export function createMemories(
  access: Access,
  purge: Purge,
  search: (...args: Parameters<SearchEntries>) => Promise<readonly SearchHit<StoredMemory>[]>,
  vectors: Vectors | undefined,
  close: () => Promise<void>,
): SqliteMemory {
  const { db } = access
  const owners = createOwners(db)
  const entries = createEntries(db)
  const index = createWordIndex(db, 'entry_index')
  const uncounted = db.prepare(
    'UPDATE owners SET entry_count = entry_count - 1, entry_terms = entry_terms - ? WHERE id = ?',
  )
  const keep = createKeepEntry(access, owners, entries, index, vectors)

  const mustBeAt = (id: string, row: EntryRow | undefined, expected: number | undefined): void => {
    const actual = row?.revision ?? 0
    if (expected !== undefined && expected !== actual) throw memoryConflict(id, expected, actual)
  }
  const remove = ({ id, owner, terms }: EntryRow): void => {
    index.remove(id)
    entries.remove(id)
    uncounted.run(terms, owner)
    purge.mark()
  }

  return {
    spec: 1,
    put: async (scope, entry, options) => {
      const owner = ownerOf(scope)
      const checked = checkMemory(entry)
      const { expectedRevision, at } = checkChange(options)
      return keep(owner, checked, (before) => {
        mustBeAt(checked.id, before, expectedRevision)
        return {
          revision: (before?.revision ?? 0) + 1,
          createdAt: before?.created_at ?? toKept(at),
          updatedAt: toKept(at) ?? before?.updated_at ?? null,
        }
      })
    },
    get: async (scope, id) => {
      const owner = ownerOf(scope)
      const sort = sortKey(checkId('id', id))
      const row = await access.read(() => entries.find(owner, sort))
      return row && storedEntry(row)
    },
    list: async (scope, request) => {
      const owner = ownerOf(scope)
      const { after, limit } = checkList(request)
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
    },
    delete: async (scope, id, options) => {
      const owner = ownerOf(scope)
      const sort = sortKey(checkId('id', id))
      const { expectedRevision } = checkChange(options)
      const found = await access.write(() => {
        const row = entries.find(owner, sort)
        mustBeAt(id, row, expectedRevision)
        if (row) remove(row)
        return row !== undefined
      })
      await purge.run()
      return found
    },
    search: async (scope, request) => search(ownerOf(scope), request),
    restore: async (scope, entry) => {
      const owner = ownerOf(scope)
      const { revision, createdAt, updatedAt, ...checked } = checkStored(entry)
      return keep(owner, checked, (before) => {
        mustBeAt(checked.id, before, 0)
        return { revision, createdAt: toKept(createdAt), updatedAt: toKept(updatedAt) }
      })
    },
    erase: async (scope) => {
      const owner = ownerOf(scope)
      const erased = await access.write(() => {
        const ids = owners.within(owner)
        const rows = ids.flatMap((id) => entries.allOf(id))
        for (const row of rows) remove(row)
        if (owners.forget(ids)) purge.mark()
        return rows.length
      })
      await purge.run()
      return erased
    },
    close,
  }
}
