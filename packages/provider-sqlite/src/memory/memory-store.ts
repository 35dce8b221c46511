import { memoryText } from '@lamella/ranker-bm25/stores'
import {
  checkedMemory,
  type MemoryStore,
  mustBeAt,
  type NewMemory,
  type Owner,
  type StoredMemory,
} from '@lamella/store'
import { kept, resultsOf, runSteps, toKept } from '@lamella/store/search'
import type { Access } from '../database/access.ts'
import { createOwners, idsOf } from '../database/owners.ts'
import type { Purge } from '../database/purge.ts'
import { sortKey } from '../database/sort-key.ts'
import { storeTerms } from '../search/terms.ts'
import { createWordIndex } from '../search/word-index.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { type EntryRow, entryColumns, indexedEntry, readableEntry, storedEntry } from './entries.ts'
import type { SearchEntries } from './search-entries.ts'

/** Creates the memory store of a database, with all optional methods. */
export type SqliteMemory = Required<MemoryStore>

/** The fields that a store adds to an entry. */
type Added = Pick<EntryRow, 'revision' | 'created_at' | 'updated_at'>

export function createMemories(
  { db, read, write }: Access,
  purge: Purge,
  search: SearchEntries,
  vectors: Vectors | undefined,
  close: () => Promise<void>,
): SqliteMemory {
  const owners = createOwners(db)
  const index = createWordIndex(db, 'entry')
  const owned = `SELECT ${entryColumns} FROM owners o JOIN entries e ON e.owner = o.id WHERE o.tenant = ? AND o.user = ? AND o.agent = ?`
  const one = db.prepare(`${owned} AND e.sort = ?`)
  const page = db.prepare(`${owned} AND e.sort > ? ORDER BY e.sort LIMIT ?`)
  const allOf = db.prepare(`SELECT ${entryColumns} FROM entries e WHERE e.owner = ?`)
  const add = db.prepare(`
    INSERT INTO entries (owner, sort, revision, created_at, updated_at, json) VALUES (?, ?, ?, ?, ?, ?)
    RETURNING id
  `)
  const change = db.prepare('UPDATE entries SET revision = ?, created_at = ?, updated_at = ?, json = ? WHERE id = ?')
  const removeEntry = db.prepare('DELETE FROM entries WHERE id = ?')
  const forgetVectors = db.prepare('DELETE FROM entry_vectors WHERE item = ?')
  const find = (owner: Owner, id: string): EntryRow | undefined =>
    one.get(...idsOf(owner), sortKey(id)) as EntryRow | undefined

  /** Writes an entry, new or as a replacement, with its words and its vector. @param fieldsAfter May throw. */
  const keep = async (
    owner: Owner,
    entry: NewMemory & { readonly kind: string },
    fieldsAfter: (before: EntryRow | undefined) => Added,
  ): Promise<StoredMemory> => {
    const json = JSON.stringify(entry)
    const sort = sortKey(entry.id)
    const { row, item } = await write(() => {
      const before = find(owner, entry.id)
      const added = fieldsAfter(before)
      const values = [added.revision, added.created_at, added.updated_at, json] as const
      const number = before?.owner ?? owners.make(owner)
      const { id } = before ?? (add.get(number, sort, ...values) as { readonly id: number })
      if (before) {
        change.run(...values, id)
        const known = readableEntry(before)
        index.remove([id], known && storeTerms().words(memoryText(known)))
        if (known?.text !== entry.text) forgetVectors.run(id)
      }
      index.add(number, [indexedEntry(id, entry)])
      return { row: { ...added, id, owner: number, sort, json }, item: { id, owner: number, text: entry.text } }
    })
    await vectors?.give(item)
    return storedEntry(row)
  }
  /** Removes entries with everything derived from them. Call it in a transaction. */
  const remove = (rows: readonly EntryRow[]): void => {
    const [only] = rows
    const known = rows.length === 1 && only ? readableEntry(only) : undefined
    index.remove(
      rows.map(({ id }) => id),
      known && storeTerms().words(memoryText(known)),
    )
    for (const { id } of rows) removeEntry.run(id)
    if (rows.length > 0) purge.mark()
  }

  return checkedMemory({
    put: (owner, entry, { expectedRevision, at }) =>
      keep(owner, entry, (before) => {
        mustBeAt('memory', entry.id, expectedRevision, before?.revision)
        const time = toKept(at)
        return {
          revision: (before?.revision ?? 0) + 1,
          created_at: before?.created_at ?? time,
          updated_at: time ?? before?.updated_at ?? null,
        }
      }),
    restore: (owner, { revision, createdAt, updatedAt, ...entry }) =>
      keep(owner, entry, (before) => {
        mustBeAt('memory', entry.id, 0, before?.revision)
        return { revision, created_at: toKept(createdAt), updated_at: toKept(updatedAt) }
      }),
    get: async (owner, id) => {
      const row = await read(() => find(owner, id))
      return row && storedEntry(row)
    },
    list: async (owner, { after = '', limit, accepts }) => {
      const readEntry = (row: EntryRow): StoredMemory | undefined => {
        const stored = storedEntry(row)
        return accepts(stored) ? stored : undefined
      }
      const { found, more } = await read(() =>
        runSteps(
          kept.list(sortKey(after), limit, readEntry),
          ({ after: last, most }) => page.all(...idsOf(owner), last, most) as EntryRow[],
        ),
      )
      return { entries: found, more }
    },
    delete: (owner, id, { expectedRevision }) =>
      purge.deleting(() => {
        const row = find(owner, id)
        mustBeAt('memory', id, expectedRevision, row?.revision)
        if (row) remove([row])
        return row !== undefined
      }),
    erase: (owner) =>
      purge.deleting(() => {
        const ids = owners.within(owner)
        const rows = ids.flatMap((id) => allOf.all(id) as EntryRow[])
        remove(rows)
        if (owners.forget(ids)) purge.mark()
        return rows.length
      }),
    search: resultsOf(search),
    hasVectors: vectors !== undefined,
    close,
  })
}
