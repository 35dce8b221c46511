import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { createHoldersOf, dampingOf, type Extent, type HoldersOf, type Kind, rarityOf } from './keyword-scores.ts'
import type { Ask } from './question.ts'

/** Texts of one kind. */
interface Group {
  readonly kind: Kind
  readonly ids: readonly number[]
}

/**
 * Returns the share of a query that texts of several kinds contain, 0 to 1, comparable across kinds: for each group by
 * number of the text, without texts that have no word of it. Call it in a transaction.
 */
export type Strengths = (
  owner: number,
  query: string,
  groups: readonly Group[],
) => readonly ReadonlyMap<number, number>[]

/**
 * BM25 with one rarity per word for all kinds together. With a rarity per kind, a word in the owner's only memory would
 * be common there, and the same word rare among a thousand messages. A text's length is compared only with texts of its
 * kind, since a block is no worse for being longer than a message.
 *
 * Source: Callan, "Distributed Information Retrieval" (2000): common statistics of all collections make their scores
 * comparable.
 */
export function createStrengths(db: SqliteDatabase, ask: Ask): Strengths {
  const holders: Readonly<Record<Kind, HoldersOf>> = {
    message: createHoldersOf(db, 'message'),
    entry: createHoldersOf(db, 'entry'),
    block: createHoldersOf(db, 'block'),
  }
  const extents = db.prepare(`
    SELECT message_count, message_terms, entry_count, entry_terms, block_count, block_terms FROM owners WHERE id = ?
  `)
  return (owner, query, groups) => {
    const row = (extents.get(owner) ?? {}) as Readonly<Record<string, number>>
    const parts = groups.map(({ kind, ids }) => {
      const extent: Extent = { count: row[`${kind}_count`] ?? 0, terms: row[`${kind}_terms`] ?? 0 }
      return { kind, extent, average: extent.terms / Math.max(1, extent.count) || 1, wanted: new Set(ids) }
    })
    const count = parts.reduce((sum, { extent }) => sum + extent.count, 0)
    const shares = parts.map(() => new Map<number, number>())
    let most = 0
    for (const { term, count: times } of ask(owner, query)) {
      const found = parts.map(({ kind }) => holders[kind](term))
      const rarity =
        times *
        rarityOf(
          found.reduce((sum, texts) => sum + texts.length, 0),
          count,
        )
      most += rarity
      for (const [index, { wanted, average }] of parts.entries()) {
        const share = shares[index] as Map<number, number>
        for (const { id, length, said, around } of found[index] ?? []) {
          if (!wanted.has(id)) continue
          const all = said + around
          share.set(id, (share.get(id) ?? 0) + (rarity * all) / (all + dampingOf(length, average)))
        }
      }
    }
    for (const share of shares) for (const [id, sum] of share) share.set(id, sum / most)
    return shares
  }
}
