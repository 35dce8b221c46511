import type { Ranked } from './best.ts'

/** Where the two halves of a search stand. */
export interface Halves<Item> {
  /** Best first. */
  readonly keyword: readonly Ranked<Item>[]
  readonly vector: readonly Ranked<Item>[]
  /** What the first of `vector` counts, when the first of `keyword` counts 1. */
  readonly weight: number
}

export interface Fused<Item> extends Ranked<Item> {
  readonly by: readonly ('keyword' | 'vector')[]
}

/**
 * How fast a rank loses. 60 is usual, from Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and
 * individual Rank Learning Methods" (2009), who joined many systems of about equal worth. With two of unequal worth it is far
 * too flat: tens of ranks of the better one count less than one rank of the other. Bruch, Gai and Ingber, "An Analysis of
 * Fusion Functions for Hybrid Retrieval" (2023), show how much depends on it. 10 cost least here with a bad second half.
 */
const flatness = 10

/** Joins two lists by ranks: an item counts 1 / (10 + rank) of each, that of the vectors times their weight. */
export function fuse<Item>({ keyword, vector, weight }: Halves<Item>): readonly Fused<Item>[] {
  const fused = new Map<number, Fused<Item>>()
  for (const [rank, { id, item }] of keyword.entries()) {
    fused.set(id, { id, item, score: 1 / (flatness + rank + 1), by: ['keyword'] })
  }
  for (const [rank, { id, item }] of vector.entries()) {
    const before = fused.get(id)
    const score = (before?.score ?? 0) + weight / (flatness + rank + 1)
    // A weight of 0 finds nothing: that of vectors that cannot be trusted is a little more.
    if (score > 0)
      fused.set(id, { id, item, score, by: before && weight > 0 ? ['keyword', 'vector'] : (before?.by ?? ['vector']) })
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || a.id - b.id)
}

/** Hits by words that are looked at to find out what vectors are worth. */
const judges = 10

/** Of a question's words, the least that hits by words are taken to have. */
const leastCoverage = 0.25

/**
 * What vectors may count for one question, so that a weak half does no harm:
 *
 * - Vectors that mean something put texts with the words of the question higher than others. Where the best hits by words
 *   stand no higher among all texts, by their likeness, than chance puts them, vectors count nothing.
 * - The less of the question its best hit by words has, the more vectors count: up to four times.
 *
 * @param keyword Scores by words. @param coverage Which share of the question the best of them has, 0 to 1.
 * @param likeness By vectors, of all texts that there are. @param weight Of vectors that can be trusted.
 */
export function vectorWeight(
  keyword: ReadonlyMap<number, number>,
  coverage: number,
  likeness: ReadonlyMap<number, number>,
  weight: number,
): number {
  if (keyword.size === 0) return weight === 0 ? 0 : 1
  return (weight * Math.min(1, 2 * trustIn(keyword, likeness))) / Math.max(leastCoverage, coverage)
}

/** 0 where the best hits by words stand among all as chance would have them, 1 where they stand before all others. */
function trustIn(keyword: ReadonlyMap<number, number>, likeness: ReadonlyMap<number, number>): number {
  const best = [...keyword].sort(([, a], [, b]) => b - a).slice(0, judges)
  let [standing, total] = [0, 0]
  for (const [id, score] of best) {
    const own = likeness.get(id)
    if (own === undefined) continue
    let below = 0
    for (const other of likeness.values()) below += other < own ? 1 : other === own ? 0.5 : 0
    standing += (score * below) / likeness.size
    total += score
  }
  return total === 0 ? 0 : Math.max(0, (2 * standing) / total - 1)
}
