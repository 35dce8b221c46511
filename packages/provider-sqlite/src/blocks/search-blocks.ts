import type { StoredBlock } from '@lamella/store'
import { searchDate } from '@lamella/store/search'
import type { Access } from '../database/access.ts'
import type { Settings } from '../options.ts'
import { createSearchRows, type SearchRows } from '../search/search-rows.ts'
import type { WordSearch } from '../search/word-search.ts'
import type { Texts, Vectors } from '../vectors/vectors.ts'
import { createBlockRows, readableBlock } from './block-rows.ts'

/** Finds blocks of an owner. */
export type SearchBlocks = SearchRows<StoredBlock>

export function createSearchBlocks(
  access: Access,
  words: WordSearch,
  vectors: Vectors | undefined,
  settings: Settings,
): SearchBlocks {
  const { byIds } = createBlockRows(access.db)
  return createSearchRows(access, vectors, settings, {
    words,
    byIds,
    read: readableBlock,
    dateOf: ({ updatedAt }) => searchDate(updatedAt),
  })
}

/** Blocks without a vector, and their texts. */
export function textsOfBlocks(access: Access): Texts {
  const waiting = access.db.prepare(`
    SELECT b.id, b.owner, t.text FROM blocks b JOIN block_values t ON t.block = b.id
    LEFT JOIN block_vectors v ON v.embedder = ? AND v.owner = b.owner AND v.item = b.id
    WHERE b.owner = ? AND b.id > ? AND v.item IS NULL ORDER BY b.id LIMIT 1000
  `)
  const one = access.db.prepare('SELECT text FROM block_values WHERE block = ?')
  return {
    waiting: (embedder, owner, behind) => waiting.all(embedder, owner, behind) as ReturnType<Texts['waiting']>,
    textOf: (id) => (one.get(id) as { readonly text: string } | undefined)?.text,
  }
}
