import type { Ranked } from './best.ts'
import type { Scores } from './scores.ts'

/** The two ranked lists of a search. */
export interface Halves<Item> {
  /** Best first. */
  readonly keyword: readonly Ranked<Item>[]
  readonly vector: readonly Ranked<Item>[]
  /** The weight of the first item of `vector`, relative to that of `keyword`. */
  readonly weight: number
}

export interface Fused<Item> extends Ranked<Item> {
  readonly by: readonly ('keyword' | 'vector')[]
}

/**
 * How fast the score falls with the rank. 60 is usual, from Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion
 * outperforms Condorcet and individual Rank Learning Methods" (2009), who joined many systems of about equal quality.
 * For two of unequal quality it is far too flat: tens of ranks of the better one count less than one rank of the other.
 * Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval" (2023), show how much depends on it.
 * Here, 10 did the least harm with a bad second list.
 */
const flatness = 10

/** Joins two lists by rank: an item scores 1 / (10 + rank) in each list, times the weight for vectors. */
export function fuse<Item>({ keyword, vector, weight }: Halves<Item>): readonly Fused<Item>[] {
  const fused = new Map<number, Fused<Item>>()
  for (const [rank, { id, item }] of keyword.entries()) {
    fused.set(id, { id, item, score: 1 / (flatness + rank + 1), by: ['keyword'] })
  }
  for (const [rank, { id, item }] of vector.entries()) {
    const before = fused.get(id)
    const score = (before?.score ?? 0) + weight / (flatness + rank + 1)
    // A weight of 0 finds nothing; vectors that cannot be trusted get slightly more.
    if (score > 0)
      fused.set(id, { id, item, score, by: before && weight > 0 ? ['keyword', 'vector'] : (before?.by ?? ['vector']) })
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || a.id - b.id)
}

/** The number of keyword hits used to judge the vectors. */
const judges = 10

/** The minimum coverage assumed for keyword hits. */
const leastCoverage = 0.25

/**
 * Returns the weight of vectors for one query, so that weak vectors do no harm:
 *
 * - Meaningful vectors rank texts with the query's words above others. If the best keyword hits are no closer to the
 *   query than chance, vectors count for nothing.
 * - The less of the query its best keyword hit covers, the more vectors count: up to four times.
 *
 * @param keyword Keyword scores. @param coverage The share of the query that the best hit covers, 0 to 1.
 * @param likeness Vector scores of all texts, or of the keyword hits alone if there is a sample.
 * @param weight The weight of vectors that can be trusted.
 * @param sample Vector scores of all texts, or of a random sample of them.
 */
export function vectorWeight(
  keyword: Scores,
  coverage: number,
  likeness: ReadonlyMap<number, number>,
  weight: number,
  sample: readonly number[] = [...likeness.values()],
): number {
  if (keyword.size === 0) return weight === 0 ? 0 : 1
  return (weight * Math.min(1, 2 * trustIn(keyword, likeness, sample))) / Math.max(leastCoverage, coverage)
}

/** Returns 0 if the best keyword hits rank as by chance among all texts, 1 if they rank before all others. */
function trustIn(keyword: Scores, likeness: ReadonlyMap<number, number>, sample: readonly number[]): number {
  const best = keyword.top(judges)
  let [standing, total] = [0, 0]
  for (const [id, score] of best) {
    const own = likeness.get(id)
    if (own === undefined || sample.length === 0) continue
    let below = 0
    for (const other of sample) below += other < own ? 1 : other === own ? 0.5 : 0
    standing += (score * below) / sample.length
    total += score
  }
  return total === 0 ? 0 : Math.max(0, (2 * standing) / total - 1)
}
