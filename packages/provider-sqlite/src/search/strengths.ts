import type { SqliteDatabase } from '../contract/sqlite-database.ts'
import { createHoldersOf, dampingOf, type Extent, type HoldersOf, type Kind, rarityOf } from './keyword-scores.ts'
import type { Ask } from './question.ts'

/** Texts of one kind. */
interface Group {
  readonly kind: Kind
  readonly ids: readonly number[]
}

/**
 * Which share of a question texts of several kinds have, 0 to 1, in a way that can be compared: for each group by number of
 * the text; none for what has no word of it. To be called in a transaction.
 */
export type Strengths = (
  owner: number,
  query: string,
  groups: readonly Group[],
) => readonly ReadonlyMap<number, number>[]

/**
 * BM25 with one rarity of each word for all kinds together. With a rarity of its own, a word that is in the only memory there
 * is would be common there, and the same word rare among a thousand messages. A text is long or short among those of its kind,
 * as a block is no worse for being longer than a message.
 *
 * Source: that statistics of all collections together make the scores of several comparable is from Callan, "Distributed
 * Information Retrieval" (2000).
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
