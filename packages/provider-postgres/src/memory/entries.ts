import type { NewMemory, Owner, StoredMemory } from '@lamella/store'
import { fromKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import { ownerKey } from '../database/owners.ts'
import { toStored } from '../database/plain-text.ts'

/** An entry's row. Whole numbers of 64 bits may be text. */
export interface EntryRow {
  readonly id: number | string
  readonly owner: number | string
  readonly sort: Uint8Array
  readonly revision: number | string
  readonly created_at: number | string | null
  readonly updated_at: number | string | null
  readonly waiting: boolean
  readonly json: string
}

/** The written fields of an entry. */
export interface EntryValues {
  readonly revision: number
  readonly createdAt: number | null
  readonly updatedAt: number | null
  readonly json: string
}

/** Rows of entries. Call these methods in a transaction of the tenant. */
export interface Entries {
  find(statements: Statements, owner: Owner, sort: Uint8Array): Promise<EntryRow | undefined>
  /** Finds an entry and locks it: others that change or index it wait. */
  lock(statements: Statements, owner: Owner, sort: Uint8Array): Promise<EntryRow | undefined>
  /** After an id in the order of code units. */
  list(statements: Statements, owner: Owner, behind: Uint8Array, limit: number): Promise<readonly EntryRow[]>
  /** Adds an entry that waits to be indexed; returns its number, or `undefined` if another connection was first. */
  add(
    statements: Statements,
    tenant: string,
    owner: number,
    sort: Uint8Array,
    values: EntryValues,
  ): Promise<number | undefined>
  /** Changes an entry, which waits to be indexed again. */
  change(statements: Statements, tenant: string, id: number, values: EntryValues): Promise<void>
  remove(statements: Statements, tenant: string, id: number): Promise<void>
  /** Removes all entries of an owner; returns how many there were. */
  removeAll(statements: Statements, tenant: string, owner: number): Promise<number>
}

const columns = 'e.id, e.owner, e.sort, e.revision, e.created_at, e.updated_at, e.waiting, e.json::text AS json'

export function createEntries(schema: string): Entries {
  const owned = `SELECT ${columns} FROM ${schema}.owners o JOIN ${schema}.entries e
    ON e.tenant = o.tenant AND e.owner = o.id WHERE o.tenant = $1 AND o.key = $2`
  const find = async (statements: Statements, owner: Owner, sort: Uint8Array, lock: string) => {
    const text = `${owned} AND e.sort = $3${lock}`
    const [row] = await statements.query<EntryRow>(text, toStored(owner.tenant), ownerKey(owner), sort)
    return row
  }
  return {
    find: (statements, owner, sort) => find(statements, owner, sort, ''),
    lock: (statements, owner, sort) => find(statements, owner, sort, ' FOR UPDATE OF e'),
    list: (statements, owner, behind, limit) =>
      statements.query<EntryRow>(
        `${owned} AND e.sort > $3 ORDER BY e.sort LIMIT $4`,
        ...[toStored(owner.tenant), ownerKey(owner), behind, limit],
      ),
    add: async (statements, tenant, owner, sort, { revision, createdAt, updatedAt, json }) => {
      const [row] = await statements.query<{ readonly id: number | string }>(
        `INSERT INTO ${schema}.entries (tenant, owner, sort, revision, created_at, updated_at, json)
         VALUES ($1, $2, $3, $4, $5, $6, $7::json) ON CONFLICT DO NOTHING RETURNING id`,
        ...[toStored(tenant), owner, sort, revision, createdAt, updatedAt, json],
      )
      return row && Number(row.id)
    },
    change: async (statements, tenant, id, { revision, createdAt, updatedAt, json }) => {
      await statements.query(
        `UPDATE ${schema}.entries SET revision = $3, created_at = $4, updated_at = $5, json = $6::json, waiting = true
         WHERE tenant = $1 AND id = $2`,
        ...[toStored(tenant), id, revision, createdAt, updatedAt, json],
      )
    },
    remove: async (statements, tenant, id) => {
      await statements.query(`DELETE FROM ${schema}.entries WHERE tenant = $1 AND id = $2`, toStored(tenant), id)
    },
    removeAll: async (statements, tenant, owner) => {
      const [row] = await statements.query<{ readonly count: number }>(
        `WITH removed AS (DELETE FROM ${schema}.entries WHERE tenant = $1 AND owner = $2 RETURNING 1)
         SELECT count(*)::int AS count FROM removed`,
        ...[toStored(tenant), owner],
      )
      return Number(row?.count ?? 0)
    },
  }
}

/** Returns an entry in its public form: its own fields, and those that the store adds. */
export function storedEntry({
  json,
  revision,
  created_at,
  updated_at,
}: Pick<EntryRow, 'json' | 'revision' | 'created_at' | 'updated_at'>): StoredMemory {
  return {
    ...(JSON.parse(json) as NewMemory & { readonly kind: string }),
    revision: Number(revision),
    ...(created_at === null ? {} : { createdAt: fromKept(created_at) }),
    ...(updated_at === null ? {} : { updatedAt: fromKept(updated_at) }),
  }
}
