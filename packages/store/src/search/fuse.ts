import type { Ranked } from './best.ts'

/** The two ranked lists of a search. */
export interface Halves<Item> {
  /** Best first; a text that has every word of the query once scores about 1. */
  readonly keyword: readonly Ranked<Item>[]
  /** Best first. Their own scores do not count, only what `added` says. */
  readonly vector: readonly Ranked<Item>[]
  /** What vectors add to the score of an item of either list, 0 or more. */
  readonly added: (id: number, item: Item) => number
}

/** An item, the sum of its scores, and the lists that have it. */
export interface Fused<Item> extends Ranked<Item> {
  readonly by: readonly ('keyword' | 'vector')[]
}

/**
 * Joins two lists by score. Leaves out items that only vectors found and to which they add nothing.
 *
 * Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval" (2023), found sums of scores better than
 * sums of ranks (RRF), which hide how much better one hit is than the next. The README of `provider-sqlite` has figures
 * of our own.
 */
export function fuse<Item>({ keyword, vector, added }: Halves<Item>): readonly Fused<Item>[] {
  const fused = new Map<number, Fused<Item>>()
  for (const { id, item } of vector) {
    const score = added(id, item)
    if (score > 0) fused.set(id, { id, item, score, by: ['vector'] })
  }
  for (const { id, item, score: own } of keyword) {
    const similar = fused.get(id)
    const score = own + (similar?.score ?? added(id, item))
    fused.set(id, { id, item, score, by: similar ? ['keyword', 'vector'] : ['keyword'] })
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || a.id - b.id)
}

/** A text that is this many standard deviations more similar to the query than the mean gets the whole weight. */
const whole = 4

/** Above 1, so that many texts slightly above the mean count for little next to one that stands out. */
const steepness = 1.5

/** A small share of the weight that depends on similarity alone: it orders the texts that do not stand out. */
const baseShare = 1e-6

/**
 * Returns how much a similarity adds to the score of a text. Models differ in the similarities that they
 * give, so what counts is how far a text stands out from all texts: `weight * (z / 4) ** 1.5`, where z is its z-score.
 * With random vectors few texts stand out, and the words decide.
 *
 * @param similarities Those of all texts, or of a random sample of them; from -1 to 1, as the argument of the result.
 * @param weight What a z-score of 4 adds; a text that has every word of the query once scores 1 by its words.
 */
export function similarityScore(similarities: Iterable<number>, weight: number): (similarity: number) => number {
  let [count, mean, squares] = [0, 0, 0]
  // Welford's method: one pass, and no loss of digits.
  for (const one of similarities) {
    const before = one - mean
    mean += before / ++count
    squares += before * (one - mean)
  }
  const deviation = Math.sqrt(squares / Math.max(1, count))
  return (similarity) => {
    const z = deviation > 0 ? (similarity - mean) / deviation : 0
    return weight * (Math.max(0, z / whole) ** steepness + baseShare * positive(similarity))
  }
}

/** Maps similarity from -1 to 1 to a score from 0 to 1; slightly above 0 for the opposite, so that it is also found. */
export function positive(similarity: number): number {
  return Math.max(1e-9, (1 + similarity) / 2)
}
