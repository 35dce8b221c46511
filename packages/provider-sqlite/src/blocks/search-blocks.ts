import type { StoredBlock } from '@lamella/store'
import { searchDate } from '@lamella/store/search'
import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import type { Access } from '../database/access.ts'
import type { Settings } from '../options.ts'
import { createSearchRows, type SearchRows } from '../search/search-rows.ts'
import type { WordSearch } from '../search/word-search.ts'
import { type Texts, textsOf, type Vectors } from '../vectors/vectors.ts'
import { blockColumns, type FullRow, readableBlock } from './block-rows.ts'

/** Finds blocks of an owner. */
export type SearchBlocks = SearchRows<StoredBlock>

export function createSearchBlocks(
  access: Access,
  words: WordSearch,
  vectors: Vectors | undefined,
  settings: Settings,
): SearchBlocks {
  return createSearchRows(access, vectors, settings, {
    words,
    byIds: blocksByIds(access.db),
    read: readableBlock,
    dateOf: ({ updatedAt }) => searchDate(updatedAt),
  })
}

/** Returns the function that reads blocks by their numbers. Call it in a transaction. */
export function blocksByIds(db: SqliteDatabase): (ids: readonly number[]) => readonly FullRow[] {
  const byIds = db.prepare(`
    SELECT ${blockColumns}, v.meta, v.text FROM blocks b JOIN block_values v ON v.block = b.id
    WHERE b.id IN (SELECT value FROM json_each(?))
  `)
  return (ids) => byIds.all(JSON.stringify(ids)) as FullRow[]
}

/** Blocks without a vector, and their texts. */
export function textsOfBlocks({ db }: Access): Texts {
  const waiting = db.prepare(`
    SELECT b.id, b.owner, t.text AS kept FROM blocks b JOIN block_values t ON t.block = b.id
    LEFT JOIN block_vectors v ON v.embedder = ? AND v.owner = b.owner AND v.item = b.id
    WHERE b.owner = ? AND b.id > ? AND v.item IS NULL ORDER BY b.id LIMIT 1000
  `)
  return textsOf(waiting, db.prepare('SELECT text AS kept FROM block_values WHERE block = ?'), (text) => text)
}
