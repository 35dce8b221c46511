import { type Asked, averageOf, dampingOf, type Extent, type HoldersOf, rarityOf } from './bm25.ts'

/** Texts of one kind, and their part of the index. */
export interface StrengthGroup {
  readonly ids: readonly number[]
  readonly extent: Extent
  readonly holdersOf: HoldersOf
}

/**
 * Returns the share of a query that texts of several kinds contain, 0 to 1, comparable across kinds: for each group by
 * number of the text, without texts that have no word of it.
 *
 * It is BM25 with one rarity per word for all kinds together. With a rarity per kind, a word in the owner's only memory
 * would be common there, and the same word rare among a thousand messages. A text's length is compared only with texts of
 * its kind, since a block is no worse for being longer than a message.
 *
 * Source: Callan, "Distributed Information Retrieval" (2000): common statistics of all collections make their scores
 * comparable.
 */
export function strengthsOf(
  asked: readonly Asked[],
  groups: readonly StrengthGroup[],
): readonly ReadonlyMap<number, number>[] {
  const parts = groups.map(({ ids, extent, holdersOf }) => ({
    ...{ holdersOf, extent, average: averageOf(extent), wanted: new Set(ids) },
  }))
  const count = parts.reduce((sum, { extent }) => sum + extent.count, 0)
  const shares = parts.map(() => new Map<number, number>())
  let most = 0
  for (const { term, count: times } of asked) {
    const found = parts.map(({ holdersOf }) => holdersOf(term))
    const all = found.reduce((sum, texts) => sum + texts.length, 0)
    const rarity = times * rarityOf(all, count)
    most += rarity
    for (const [index, { wanted, average }] of parts.entries()) {
      const share = shares[index] as Map<number, number>
      for (const { id, length, said, around } of found[index] ?? []) {
        if (!wanted.has(id)) continue
        const own = said + around
        share.set(id, (share.get(id) ?? 0) + (rarity * own) / (own + dampingOf(length, average)))
      }
    }
  }
  for (const share of shares) for (const [id, sum] of share) share.set(id, sum / most)
  return shares
}
