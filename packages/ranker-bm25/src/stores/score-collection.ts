import { type Asked, scoresOf, type WordScores } from '@lamella/core/search'
import { formulaFor } from '../turns/formula.ts'
import { sessionScores } from '../turns/session-scores.ts'
import type { StoreConversation } from './store-conversation.ts'
import type { TextCollection } from './text-collection.ts'

/** The postings of a term in one chunk, weighted (`weighPostings`). */
export interface WeighedPostings {
  readonly places: Int32Array
  /** By posting, in millionths: how often the text and what is known of it have the term. */
  readonly own: Float64Array
  /** How often the text itself and its questions have it, if nearby turns count. */
  readonly said: Int32Array | undefined
  readonly asked: Int32Array | undefined
}

/** Finds the postings of a term, by chunk in the order of the collection; `undefined` for a chunk without it. */
export type PostingsOf = (term: string) => readonly (WeighedPostings | undefined)[]

/** Frequencies are counted in millionths, as whole numbers: their sums do not depend on the order. */
export const unit = 1e6

/** Arrays with an entry per text, all 0 between calls: clearing the used ones is cheaper than allocating. */
let scratch = { frequencies: new Float64Array(0), scores: new Float64Array(0), touched: new Int32Array(0) }

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
  const { size, lengths, averageLength, averageTerms } = collection
  const { k1, b } = formulaFor({ k1: undefined, b: undefined, plus: undefined }, averageTerms)
  if (scratch.scores.length < size) {
    const room = 2 * size
    scratch = {
      frequencies: new Float64Array(room),
      scores: new Float64Array(room),
      touched: new Int32Array(room),
    }
  }
  const { frequencies, scores, touched } = scratch
  const [base, slope] = [unit * k1 * (1 - b), (unit * k1 * b) / averageLength]
  const matched: number[] = []
  let most = 0
  for (const { term, count } of asked) {
    const having = addFrequencies(collection, postingsOf(term), weights, frequencies, touched)
    const rarity = Math.log(1 + (size - having + 0.5) / (having + 0.5))
    const gain = count * rarity * (k1 + 1)
    most += count * rarity
    for (let i = 0; i < having; i++) {
      const rank = touched[i] as number
      const frequency = frequencies[rank] as number
      frequencies[rank] = 0
      if (scores[rank] === 0) matched.push(rank)
      scores[rank] =
        (scores[rank] as number) + (gain * frequency) / (frequency + base + slope * (lengths[rank] as number))
    }
  }
  const found = matched.map((rank) => scores[rank] as number)
  for (const rank of matched) scores[rank] = 0
  const { groups } = collection
  if (weights.session > 0 && groups[0] !== groups[size - 1]) {
    addSessions(found, (i) => groups[matched[i] as number] as number, weights.session)
  }
  return {
    scores: scoresOf(
      matched.map((rank) => collection.ids[rank] as number),
      found,
    ),
    most,
  }
}

/** Adds up how often each text has a term, and returns the number of texts that have it. */
function addFrequencies(
  { ranks, before, behind, answers, size }: TextCollection,
  postings: readonly (WeighedPostings | undefined)[],
  { neighbours, question }: StoreConversation,
  frequencies: Float64Array,
  touched: Int32Array,
): number {
  let having = 0
  const add = (rank: number, amount: number): void => {
    const known = frequencies[rank] as number
    if (known === 0) touched[having++] = rank
    frequencies[rank] = known + amount
  }
  for (let chunk = 0; chunk < postings.length; chunk++) {
    const list = postings[chunk]
    if (list === undefined) continue
    const { places, own, said, asked } = list
    const rankOf = ranks[chunk] as Int32Array
    for (let i = 0; i < places.length; i++) {
      const rank = rankOf[places[i] as number] as number
      // -1 for a text that does not count; undefined if the postings are damaged.
      if (!(rank >= 0)) continue
      if ((own[i] as number) > 0) add(rank, own[i] as number)
      if (said === undefined || asked === undefined) continue
      const [left, right] = [before[rank] as number, behind[rank] as number]
      for (let k = 0; k < left || k < right; k++) {
        const amount = Math.round(unit * (neighbours[k] as number)) * (said[i] as number)
        if (amount === 0) continue
        if (k < left) add(rank - k - 1, amount)
        if (k < right) add(rank + k + 1, amount)
      }
      const answering = Math.round(unit * question) * (asked[i] as number)
      if (answering > 0 && rank + 1 < size && answers[rank + 1] === 1) add(rank + 1, answering)
    }
  }
  return having
}

/** Adds the score of its conversation to each text that has one. */
function addSessions(scores: number[], groupOf: (index: number) => number, weight: number): void {
  const added = sessionScores(scores, groupOf, weight)
  for (let i = 0; i < scores.length; i++) {
    if (groupOf(i) > 0) scores[i] = (scores[i] as number) + (added.get(groupOf(i)) ?? 0)
  }
}
