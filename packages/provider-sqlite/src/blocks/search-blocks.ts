import { blockDate, blockFilter, checkSearch, type Owner, type SearchRequest, type StoredBlock } from '@lamella/core'
import type { Access } from '../database/access.ts'
import { createOwners } from '../database/owners.ts'
import type { Settings } from '../options.ts'
import { createScoreWords, type Extent } from '../search/keyword-scores.ts'
import type { Ask } from '../search/question.ts'
import { createSearch, type Findable, type Scored } from '../search/search.ts'
import type { Texts, Vectors } from '../vectors/vectors.ts'
import { createBlockRows, readableBlock } from './block-rows.ts'

/** Finds blocks of an owner. */
export type SearchBlocks = (owner: Owner, request: SearchRequest) => Promise<readonly Scored<StoredBlock>[]>

export function createSearchBlocks(
  access: Access,
  ask: Ask,
  vectors: Vectors | undefined,
  { vectorWeight, tell }: Settings,
): SearchBlocks {
  const { db } = access
  const rows = createBlockRows(db)
  const extent = db.prepare('SELECT block_count AS count, block_terms AS terms FROM owners WHERE id = ?')
  const findable = (stored: StoredBlock): Findable<StoredBlock> => ({
    date: blockDate(stored.updatedAt),
    text: stored.text,
    item: () => stored,
  })
  const search = createSearch<StoredBlock>(
    access,
    createOwners(db),
    {
      ask,
      scoreWords: createScoreWords(db, 'block'),
      extentOf: (owner) => extent.get(owner) as Extent,
      load: (ids) =>
        new Map(
          rows.byIds(ids).flatMap((row) => {
            const stored = readableBlock(row)
            return stored ? [[row.id, findable(stored)] as const] : []
          }),
        ),
    },
    vectors,
    vectorWeight,
    tell,
  )
  return async (owner, request) => {
    const checked = checkSearch(request, vectors ? ['keyword', 'vector', 'hybrid'] : ['keyword'])
    const isMeant = blockFilter(request.filter)
    return search(owner, checked, { item: (found) => isMeant(found.item()) })
  }
}

/** Which blocks have no vector yet, and what they say. */
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
