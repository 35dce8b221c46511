import { createHash } from 'node:crypto'
import { type BlockInfo, type BlockMeta, blockMissing, type Owner, type StoredBlock } from '@lamella/store'
import { type KeptBlock, kept } from '@lamella/store/search'
import type { Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { isDuplicate } from '../database/failure.ts'
import { addressOf } from '../database/owners.ts'
import { fromStored, toStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import type { IndexPart } from '../search/kinds.ts'

/** The columns of a block that change with each update, and its names: as `decoded` returns them. */
export interface BlockRow extends KeptBlock {
  readonly id: number
  readonly owner: number
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

/** The columns of `MetaRow`, for tables with the aliases `b` and `v`. */
export const metaColumns: string =
  'b.id, b.owner, b.sort, b.name, b.label, b.kind, b.revision, b.content_revision, b.text_revision, b.snapshot_revision, ' +
  'b.snapshot_size, b.updates, b.updates_size, b.created_at, b.updated_at, b.waiting, v.meta::text AS meta'

/** Those of `FullRow`. */
export const fullColumns: string = `${metaColumns}, v.text::text AS text`

/** Returns a row of a query with its names as they were given, and its numbers, which `pg` returns as text. */
export function decoded<Row extends BlockRow>(row: Row): Row {
  const [name, label, kind] = [fromStored(row.name), fromStored(row.label), fromStored(row.kind)]
  return { ...row, id: Number(row.id), owner: Number(row.owner), name, label, kind }
}

/** The query for blocks of an owner, whose address is `$1` and `$2`. */
export function ownedBlocks(schema: string, columns: string): string {
  return `
    SELECT ${columns} FROM ${schema}.owners o JOIN ${schema}.blocks b ON b.tenant = $1 AND b.owner = o.id
    JOIN ${schema}.block_values v ON v.tenant = $1 AND v.block = b.id WHERE o.tenant = $1 AND o.key = $2`
}

/** Finds a block of an owner. With `lock`, nobody else may change it until the transaction ends. */
export async function findBlock(
  schema: string,
  statements: Statements,
  owner: Owner,
  id: string,
  lock?: 'lock',
): Promise<FullRow | undefined> {
  const key = [...addressOf(owner), sortKey(id)]
  // Locked first: a join would return the texts as they were before the lock.
  if (lock) {
    const locking = `
      SELECT FROM ${schema}.owners o JOIN ${schema}.blocks b ON b.tenant = $1 AND b.owner = o.id
      WHERE o.tenant = $1 AND o.key = $2 AND b.sort = $3 FOR UPDATE OF b`
    await statements.query(locking, ...key)
  }
  const [row] = await statements.query<FullRow>(`${ownedBlocks(schema, fullColumns)} AND b.sort = $3`, ...key)
  return row && decoded(row)
}

/** Finds a block and locks it. @throws LamellaError `BLOCK_MISSING` */
export async function mustFindBlock(
  schema: string,
  statements: Statements,
  owner: Owner,
  id: string,
): Promise<FullRow> {
  const row = await findBlock(schema, statements, owner, id, 'lock')
  if (row === undefined) throw blockMissing(id)
  return row
}

/** The part of the index that has the blocks of an owner, given by its number. */
export function partOf({ tenant }: Owner, owner: number): IndexPart {
  return { tenant: toStored(tenant), owner, kind: 'block' }
}

/** Returns a block in its public form. */
export function blockInfo(row: MetaRow): BlockInfo {
  return kept.block(row, JSON.parse(row.meta) as BlockMeta)
}

/** Returns a block with its text in its public form. */
export function storedBlock(row: FullRow): StoredBlock {
  return { ...blockInfo(row), text: textOf(row) }
}

/** Returns the text of a block. */
export function textOf({ text }: FullRow): string {
  return JSON.parse(text) as string
}

/** Returns the hash of a label: together with a tenant, a label could be longer than an entry of an index. */
export function labelKey(label: string): Uint8Array {
  return createHash('sha256').update(label, 'utf16le').digest()
}

/** Replaces the updates up to a revision with a snapshot. @param tenant As stored. */
export async function setSnapshot(
  schema: string,
  statements: Statements,
  tenant: string,
  id: number,
  snapshot: Uint8Array,
  upTo: number,
): Promise<void> {
  await statements.query(
    `INSERT INTO ${schema}.block_snapshots (tenant, block, bytes) VALUES ($1, $2, $3)
    ON CONFLICT (tenant, block) DO UPDATE SET bytes = excluded.bytes`,
    ...[tenant, id, snapshot],
  )
  await statements.query(
    `DELETE FROM ${schema}.block_updates WHERE tenant = $1 AND block = $2 AND revision <= $3`,
    ...[tenant, id, upTo],
  )
  await statements.query(
    `UPDATE ${schema}.blocks b SET snapshot_revision = $3, snapshot_size = $4,
      (updates, updates_size) = (SELECT count(*), coalesce(sum(octet_length(u.bytes)), 0)
        FROM ${schema}.block_updates u WHERE u.tenant = $1 AND u.block = $2)
    WHERE b.tenant = $1 AND b.id = $2`,
    ...[tenant, id, upTo, snapshot.length],
  )
}

/** Removes blocks with everything derived from them. @param tenant As stored. */
export async function removeBlocks(
  schema: string,
  statements: Statements,
  tenant: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await statements.query(`DELETE FROM ${schema}.block_updates WHERE tenant = $1 AND block = ANY($2)`, tenant, ids)
  // Foreign keys delete the rest.
  await statements.query(`DELETE FROM ${schema}.blocks WHERE tenant = $1 AND id = ANY($2)`, tenant, ids)
}

/** The numbers of the grantees of blocks. @param tenant As stored. */
export async function granteesOf(
  schema: string,
  statements: Statements,
  tenant: string,
  blocks: readonly number[],
): Promise<readonly number[]> {
  if (blocks.length === 0) return []
  const rows = await statements.query<{ readonly grantee: number | string }>(
    `SELECT DISTINCT grantee FROM ${schema}.block_shares WHERE tenant = $1 AND block = ANY($2)`,
    ...[tenant, blocks],
  )
  return rows.map(({ grantee }) => Number(grantee))
}

/** How often work runs that another connection came before. */
const attempts = 5

/**
 * Runs work that looks whether a name is taken before it writes. If another connection takes the name in between, the
 * work runs again and sees it.
 */
export async function writeNamed<Result>(
  database: Database,
  tenant: string,
  work: (statements: Statements) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.write(tenant, work)
    } catch (error) {
      if (attempt === attempts || !isDuplicate(error)) throw error
    }
  }
}
