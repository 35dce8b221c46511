import type { StoredBlock } from '@lamella/store'
import { searchDate } from '@lamella/store/search'
import { type IdRow, idsIn } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { fromStored } from '../database/plain-text.ts'
import type { Settings } from '../options.ts'
import { createSearchRows, type SearchedRows, type SearchRows } from '../search/search-rows.ts'
import type { SearchSetup } from '../search/search-setup.ts'
import type { Texts, Vectors } from '../vectors/vectors.ts'
import { decoded, type FullRow, fullColumns, storedBlock } from './block-rows.ts'

/** Finds blocks of an owner. */
export type SearchBlocks = SearchRows<StoredBlock>

interface TextRow extends IdRow {
  readonly label: string
  /** JSON. */
  readonly text: string
}

export function createSearchBlocks(
  database: Database,
  setup: SearchSetup,
  vectors: Vectors | undefined,
  settings: Settings,
): SearchBlocks {
  return createSearchRows<StoredBlock>(database, setup, vectors, settings, searchedBlocks(database.schema))
}

/** Blocks as searchable rows: their text and their label. */
export function searchedBlocks(schema: string): SearchedRows<StoredBlock> {
  return {
    kind: 'block',
    table: 'blocks',
    lockWaiting: async (statements, { tenant, owner }, limit) => {
      const locked = await statements.query<IdRow>(
        `SELECT id FROM ${schema}.blocks WHERE tenant = $1 AND waiting AND id = ANY(ARRAY(
           SELECT b.id FROM ${schema}.blocks b WHERE b.tenant = $1 AND b.owner = $2 AND b.waiting
           ORDER BY b.id + 0 DESC LIMIT $3)) ORDER BY id FOR UPDATE`,
        ...[tenant, owner, limit],
      )
      // Read only now: a join would return the texts as they were before the lock.
      const found = await statements.query<TextRow>(
        `SELECT b.id, b.label, v.text::text AS text FROM ${schema}.blocks b
         JOIN ${schema}.block_values v ON v.tenant = $1 AND v.block = b.id
         WHERE b.tenant = $1 AND b.id = ANY($2::bigint[]) ORDER BY b.id`,
        ...[tenant, idsIn(locked)],
      )
      return found.map(({ id, label, text }) => ({
        ...{ id: Number(id), text: { text: JSON.parse(text) as string, label: fromStored(label) } },
      }))
    },
    byIds: async (statements, { tenant }, ids) => {
      const rows = await statements.query<FullRow>(
        `SELECT ${fullColumns} FROM ${schema}.blocks b
         JOIN ${schema}.block_values v ON v.tenant = $1 AND v.block = b.id WHERE b.tenant = $1 AND b.id = ANY($2::bigint[])`,
        ...[tenant, ids],
      )
      return new Map(rows.map((row) => [Number(row.id), storedBlock(decoded(row))]))
    },
    dateOf: ({ updatedAt }) => searchDate(updatedAt),
  }
}

/** Blocks without a vector, and their texts. */
export function textsOfBlocks(schema: string): Texts {
  return {
    kind: 'block',
    waiting: async (statements, { tenant, owner }, embedder, after) => {
      const found = await statements.query<Omit<TextRow, 'label'>>(
        `SELECT b.id, t.text::text AS text FROM ${schema}.blocks b
         JOIN ${schema}.block_values t ON t.tenant = $1 AND t.block = b.id
         WHERE b.tenant = $1 AND b.owner = $2 AND b.id > $4 AND b.id NOT IN (
           SELECT v.item FROM ${schema}.vectors v
           WHERE v.tenant = $1 AND v.owner = $2 AND v.kind = 2 AND v.embedder = $3)
         ORDER BY b.id LIMIT 1000`,
        ...[tenant, owner, embedder, after],
      )
      return found.map(({ id, text }) => ({
        ...{ id: Number(id), item: Number(id), position: 0, tenant, owner, text: JSON.parse(text) as string },
      }))
    },
    lock: async (statements, items) => {
      const of = [items[0]?.tenant, items.map(({ item }) => item)]
      const locking = `SELECT FROM ${schema}.blocks WHERE tenant = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR SHARE`
      await statements.query(locking, ...of)
      const found = await statements.query<{ readonly block: number | string; readonly text: string }>(
        `SELECT block, text::text AS text FROM ${schema}.block_values WHERE tenant = $1 AND block = ANY($2::bigint[])`,
        ...of,
      )
      const texts = new Map(found.map(({ block, text }) => [Number(block), JSON.parse(text) as string]))
      return items.map(({ item }) => texts.get(item))
    },
  }
}
