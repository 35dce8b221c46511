import { createHash } from 'node:crypto'
import type { BlockInfo, BlockMeta, Owner, StoredBlock } from '@lamella/store'
import { fromKept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import { ownerKey } from '../database/owners.ts'
import { fromStored, toStored } from '../database/plain-text.ts'

/** The columns of a block that change with each update, and its names. `pg` returns `bigint` as text. */
export interface BlockRow {
  readonly id: number | string
  readonly owner: number | string
  readonly sort: Uint8Array
  readonly name: string
  readonly label: string
  readonly kind: string
  readonly revision: number
  readonly content_revision: number
  readonly text_revision: number
  readonly snapshot_revision: number
  readonly snapshot_size: number
  readonly updates: number
  readonly updates_size: number | string
  readonly created_at: number | string | null
  readonly updated_at: number | string | null
  /** Whether its words are not in the index. */
  readonly waiting: boolean
}

/** A block with its metadata. */
export interface MetaRow extends BlockRow {
  /** JSON. */
  readonly meta: string
}

/** A block with its metadata and its text. */
export interface FullRow extends MetaRow {
  /** JSON. */
  readonly text: string
}

/** A block that does not exist yet. */
interface NewRow {
  readonly owner: number
  readonly sort: Uint8Array
  readonly name: string
  readonly label: string
  readonly kind: string
  readonly meta: string
  readonly text: string | undefined
  readonly at: number | null
}

/** Rows of blocks. Call these methods in a transaction of the owner's tenant. */
export interface BlockRows {
  /** @param lock Whether nobody else may change the block until the transaction ends. */
  find(statements: Statements, owner: Owner, sort: Uint8Array, lock?: boolean): Promise<FullRow | undefined>
  byLabel(statements: Statements, owner: Owner, label: string): Promise<MetaRow | undefined>
  /** @param tenant As stored. */
  byIds(statements: Statements, tenant: string, ids: readonly number[]): Promise<readonly FullRow[]>
  /** After an id in the order of code units. */
  list(statements: Statements, owner: Owner, behind: Uint8Array, limit: number): Promise<readonly MetaRow[]>
  /** Creates a block and returns its number. */
  add(statements: Statements, tenant: string, row: NewRow): Promise<number>
  /** Writes the names, the revision, the times and the metadata. */
  rename(statements: Statements, tenant: string, row: FullRow): Promise<void>
  setText(statements: Statements, tenant: string, row: FullRow): Promise<void>
  /** Replaces the updates up to a revision with a snapshot. */
  setSnapshot(statements: Statements, tenant: string, id: number, snapshot: Uint8Array, upTo: number): Promise<void>
  /** Deletes blocks with everything derived from them. */
  remove(statements: Statements, tenant: string, ids: readonly number[]): Promise<void>
  /** The numbers of all blocks of owners. */
  allOf(statements: Statements, tenant: string, owners: readonly number[]): Promise<readonly number[]>
}

/** The columns of `BlockRow`, for a table with the alias `b`. */
export const blockColumns: string =
  'b.id, b.owner, b.sort, b.name, b.label, b.kind, b.revision, b.content_revision, b.text_revision, b.snapshot_revision, ' +
  'b.snapshot_size, b.updates, b.updates_size, b.created_at, b.updated_at, b.waiting'

export function createBlockRows(schema: string): BlockRows {
  const owned = (more: string): string => `
    SELECT ${blockColumns}${more} FROM ${schema}.owners o JOIN ${schema}.blocks b ON b.tenant = $1 AND b.owner = o.id
    JOIN ${schema}.block_values v ON v.tenant = $1 AND v.block = b.id WHERE o.tenant = $1 AND o.key = $2`
  const meta = ', v.meta::text AS meta'
  const full = `${meta}, v.text::text AS text`
  const of = ({ tenant, user, agent }: Owner): readonly [string, Uint8Array] => [
    toStored(tenant),
    ownerKey({ tenant, user, agent }),
  ]
  return {
    find: async (statements, owner, sort, lock = false) => {
      // Locked first: a join would return the texts as they were before the lock.
      if (lock) {
        const locking = `
          SELECT FROM ${schema}.owners o JOIN ${schema}.blocks b ON b.tenant = $1 AND b.owner = o.id
          WHERE o.tenant = $1 AND o.key = $2 AND b.sort = $3 FOR UPDATE OF b`
        await statements.query(locking, ...of(owner), sort)
      }
      const [row] = await statements.query<FullRow>(`${owned(full)} AND b.sort = $3`, ...of(owner), sort)
      return row
    },
    byLabel: async (statements, owner, label) => {
      const [row] = await statements.query<MetaRow>(
        `${owned(meta)} AND b.label_key = $3`,
        ...of(owner),
        labelKey(label),
      )
      return row
    },
    byIds: (statements, tenant, ids) =>
      statements.query<FullRow>(
        `SELECT ${blockColumns}${full} FROM ${schema}.blocks b
         JOIN ${schema}.block_values v ON v.tenant = $1 AND v.block = b.id WHERE b.tenant = $1 AND b.id = ANY($2::bigint[])`,
        ...[tenant, ids],
      ),
    list: (statements, owner, behind, limit) =>
      statements.query<MetaRow>(`${owned(meta)} AND b.sort > $3 ORDER BY b.sort LIMIT $4`, ...of(owner), behind, limit),
    add: async (statements, tenant, { owner, sort, name, label, kind, meta: data, text, at }) => {
      const [row] = await statements.query<{ readonly id: number | string }>(
        `INSERT INTO ${schema}.blocks (tenant, owner, sort, name, label, label_key, kind, revision, content_revision,
          text_revision, snapshot_revision, snapshot_size, updates, updates_size, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, 1, 1, $8, 1, 0, 0, 0, $9, $9) RETURNING id`,
        ...[toStored(tenant), owner, sort, toStored(name), toStored(label), labelKey(label), toStored(kind)],
        ...[text === undefined ? 0 : 1, at],
      )
      const id = Number(row?.id)
      await statements.query(
        `INSERT INTO ${schema}.block_values (tenant, block, meta, text) VALUES ($1, $2, $3, $4)`,
        ...[toStored(tenant), id, data, JSON.stringify(text ?? '')],
      )
      return id
    },
    rename: async (statements, tenant, { id, label, kind, revision, created_at, updated_at, waiting, meta: data }) => {
      await statements.query(
        `UPDATE ${schema}.blocks SET label = $3, label_key = $4, kind = $5, revision = $6, created_at = $7, updated_at = $8,
          waiting = $9
        WHERE tenant = $1 AND id = $2`,
        ...[toStored(tenant), id, label, labelKey(fromStored(label)), kind, revision, created_at, updated_at],
        waiting,
      )
      await statements.query(
        `UPDATE ${schema}.block_values SET meta = $3 WHERE tenant = $1 AND block = $2`,
        ...[toStored(tenant), id, data],
      )
    },
    setText: async (statements, tenant, { id, text, text_revision, waiting }) => {
      await statements.query(
        `UPDATE ${schema}.block_values SET text = $3 WHERE tenant = $1 AND block = $2`,
        ...[toStored(tenant), id, text],
      )
      await statements.query(
        `UPDATE ${schema}.blocks SET text_revision = $3, waiting = $4 WHERE tenant = $1 AND id = $2`,
        ...[toStored(tenant), id, text_revision, waiting],
      )
    },
    setSnapshot: async (statements, tenant, id, snapshot, upTo) => {
      const of = [toStored(tenant), id]
      await statements.query(
        `INSERT INTO ${schema}.block_snapshots (tenant, block, bytes) VALUES ($1, $2, $3)
        ON CONFLICT (tenant, block) DO UPDATE SET bytes = excluded.bytes`,
        ...[...of, snapshot],
      )
      await statements.query(
        `DELETE FROM ${schema}.block_updates WHERE tenant = $1 AND block = $2 AND revision <= $3`,
        ...[...of, upTo],
      )
      await statements.query(
        `UPDATE ${schema}.blocks b SET snapshot_revision = $3, snapshot_size = $4,
          (updates, updates_size) = (SELECT count(*), coalesce(sum(octet_length(u.bytes)), 0)
            FROM ${schema}.block_updates u WHERE u.tenant = $1 AND u.block = $2)
        WHERE b.tenant = $1 AND b.id = $2`,
        ...[...of, upTo, snapshot.length],
      )
    },
    remove: async (statements, tenant, ids) => {
      if (ids.length === 0) return
      // Foreign keys delete the rest.
      for (const [table, column] of [
        ['block_updates', 'block'],
        ['blocks', 'id'],
      ]) {
        const removing = `DELETE FROM ${schema}.${table} WHERE tenant = $1 AND ${column} = ANY($2)`
        await statements.query(removing, toStored(tenant), ids)
      }
    },
    allOf: async (statements, tenant, owners) => {
      const rows = await statements.query<{ readonly id: number | string }>(
        // Locked in one order everywhere, so that two of these never wait for each other.
        `SELECT id FROM ${schema}.blocks WHERE tenant = $1 AND owner = ANY($2) ORDER BY id FOR UPDATE`,
        ...[toStored(tenant), owners],
      )
      return rows.map(({ id }) => Number(id))
    },
  }
}

function labelKey(label: string): Uint8Array {
  return createHash('sha256').update(label, 'utf16le').digest()
}

/** Returns a block in its public form. */
export function blockInfo(row: MetaRow): BlockInfo {
  return {
    id: fromStored(row.name),
    label: fromStored(row.label),
    kind: fromStored(row.kind),
    meta: JSON.parse(row.meta) as BlockMeta,
    revision: row.revision,
    contentRevision: row.content_revision,
    textRevision: row.text_revision,
    snapshotSize: row.snapshot_size,
    updates: row.updates,
    updatesSize: Number(row.updates_size),
    ...(row.created_at === null ? {} : { createdAt: fromKept(row.created_at) }),
    ...(row.updated_at === null ? {} : { updatedAt: fromKept(row.updated_at) }),
  }
}

/** Returns a block with its text in its public form. */
export function storedBlock(row: FullRow): StoredBlock {
  return { ...blockInfo(row), text: textOf(row) }
}

/** Returns the text of a block. */
export function textOf({ text }: FullRow): string {
  return JSON.parse(text) as string
}
