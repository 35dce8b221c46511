import { type Asked, scoresOf, type WordScores } from '@lamella/store/search'
import { sessionScores } from '../turns/session-scores.ts'
import { createFrequencies, type Frequencies, type RankScores } from './frequencies.ts'
import type { StoreConversation } from './store-conversation.ts'
import type { TextCollection } from './text-collection.ts'
import type { WeighedPostings } from './weigh-postings.ts'

/** Finds the postings of a term, by chunk in the order of the collection; `undefined` for a chunk without it. */
export type PostingsOf = (term: string) => readonly (WeighedPostings | undefined)[]

/** Arrays with an entry per text, all 0 between calls: clearing the used entries is cheaper than allocating. */
let scratch: (RankScores & { readonly frequencies: Frequencies }) | undefined

/**
 * Scores texts by words: BM25 over one owner's texts, where the words of a turn include those of what is known of it and
 * of nearby turns, weighted. It equals `createIndex` of the same texts with the same weights.
 *
 * Source of the formula: `bm25`; of weighted parts: Robertson, Zaragoza and Taylor, "Simple BM25 Extension to Multiple
 * Weighted Fields" (CIKM 2004).
 */
export function scoreCollection(
  asked: readonly Asked[],
  collection: TextCollection,
  postingsOf: PostingsOf,
  weights: StoreConversation,
): WordScores {
  const { size, k1, groups } = collection
  if (scratch === undefined || scratch.scores.length < size) {
    const room = 2 * size
    scratch = {
      frequencies: createFrequencies(room),
      scores: new Float64Array(room),
      matched: new Int32Array(room),
      size: 0,
    }
  }
  const { frequencies } = scratch
  let most = 0
  for (const { term, count } of asked) {
    const postings = postingsOf(term)
    const having = frequencies.add(collection, postings, weights)
    const rarity = count * Math.log(1 + (size - having + 0.5) / (having + 0.5))
    most += rarity
    frequencies.addScores(collection, postings, rarity * (k1 + 1), scratch)
  }
  const [ids, found, ranks] = takeMatched(collection, scratch)
  if (weights.session > 0 && groups[0] !== groups[size - 1]) addSessions(found, ranks, groups, weights.session)
  return { scores: scoresOf(ids, found), most }
}

/** Returns the numbers, scores and ranks of the texts with a score, and clears the scores. */
function takeMatched({ ids }: TextCollection, from: RankScores): readonly [Float64Array, Float64Array, Int32Array] {
  const ranks = from.matched.slice(0, from.size)
  const found = [new Float64Array(from.size), new Float64Array(from.size), ranks] as const
  for (let i = 0; i < ranks.length; i++) {
    const rank = ranks[i] as number
    found[0][i] = ids[rank] as number
    found[1][i] = from.scores[rank] as number
    from.scores[rank] = 0
  }
  from.size = 0
  return found
}

/** Adds the score of its conversation to each text that has one. */
function addSessions(scores: Float64Array, ranks: Int32Array, groups: Float64Array, weight: number): void {
  const groupOf = (i: number): number => groups[ranks[i] as number] as number
  const added = sessionScores(scores, groupOf, weight)
  for (let i = 0; i < scores.length; i++) {
    if (groupOf(i) > 0) scores[i] = (scores[i] as number) + (added.get(groupOf(i)) ?? 0)
  }
}
