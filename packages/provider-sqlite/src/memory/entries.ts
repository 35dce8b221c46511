import type { NewMemory, Owner, StoredMemory } from '@lamella/store'
import { fromKept } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { idOfSortKey } from '../database/sort-key.ts'
import { sqliteError } from '../errors.ts'

/** An entry's row in the database. */
export interface EntryRow {
  readonly id: number
  readonly owner: number
  readonly sort: Uint8Array
  readonly revision: number
  readonly created_at: number | null
  readonly updated_at: number | null
  readonly json: string
}

/** The written fields of an entry. */
export interface EntryValues {
  readonly revision: number
  readonly createdAt: number | null
  readonly updatedAt: number | null
  readonly json: string
}

/** Rows of entries. Call these methods in a transaction. */
export interface Entries {
  find(owner: Owner, sort: Uint8Array): EntryRow | undefined
  byIds(ids: readonly number[]): readonly EntryRow[]
  /** After an id in the order of code units. */
  list(owner: Owner, behind: Uint8Array, limit: number): readonly EntryRow[]
  add(owner: number, sort: Uint8Array, values: EntryValues): number
  change(id: number, values: EntryValues): void
  remove(id: number): void
  allOf(owner: number): readonly EntryRow[]
}

const columns = 'e.id, e.owner, e.sort, e.revision, e.created_at, e.updated_at, e.json'

export function createEntries(db: SqliteDatabase): Entries {
  const owned = `SELECT ${columns} FROM owners o JOIN entries e ON e.owner = o.id WHERE o.tenant = ? AND o.user = ? AND o.agent = ?`
  const find = db.prepare(`${owned} AND e.sort = ?`)
  const list = db.prepare(`${owned} AND e.sort > ? ORDER BY e.sort LIMIT ?`)
  const byIds = db.prepare(`SELECT ${columns} FROM entries e WHERE e.id IN (SELECT value FROM json_each(?))`)
  const allOf = db.prepare(`SELECT ${columns} FROM entries e WHERE e.owner = ?`)
  const add = db.prepare(`
    INSERT INTO entries (owner, sort, revision, created_at, updated_at, json) VALUES (?, ?, ?, ?, ?, ?)
    RETURNING id
  `)
  const change = db.prepare('UPDATE entries SET revision = ?, created_at = ?, updated_at = ?, json = ? WHERE id = ?')
  const remove = db.prepare('DELETE FROM entries WHERE id = ?')
  return {
    find: ({ tenant, user, agent }, sort) => find.get(tenant, user, agent, sort) as EntryRow | undefined,
    byIds: (ids) => byIds.all(JSON.stringify(ids)) as EntryRow[],
    list: ({ tenant, user, agent }, behind, limit) => list.all(tenant, user, agent, behind, limit) as EntryRow[],
    add: (owner, sort, { revision, createdAt, updatedAt, json }) =>
      (add.get(owner, sort, revision, createdAt, updatedAt, json) as { readonly id: number }).id,
    change: (id, { revision, createdAt, updatedAt, json }) => change.run(revision, createdAt, updatedAt, json, id),
    remove: (id) => remove.run(id),
    allOf: (owner) => allOf.all(owner) as EntryRow[],
  }
}

/**
 * Returns an entry in its public form: its own fields, and those that the store adds.
 *
 * @throws LamellaError `DATABASE_DAMAGED`
 */
export function storedEntry(row: EntryRow): StoredMemory {
  const stored = readableEntry(row)
  if (stored) return stored
  throw sqliteError(
    'DATABASE_DAMAGED',
    `The entry ${JSON.stringify(idOfSortKey(row.sort))} is no longer valid JSON.`,
    'Restore a backup, or put the entry again, or delete it.',
    { sqlite: '' },
  )
}

/** Does the same, but returns `undefined` for damaged data: search continues without it, and check() reports it. */
export function readableEntry({ json, revision, created_at, updated_at }: EntryRow): StoredMemory | undefined {
  try {
    return {
      ...(JSON.parse(json) as NewMemory & { readonly kind: string }),
      revision,
      ...(created_at === null ? {} : { createdAt: fromKept(created_at) }),
      ...(updated_at === null ? {} : { updatedAt: fromKept(updated_at) }),
    }
  } catch {
    return undefined
  }
}
