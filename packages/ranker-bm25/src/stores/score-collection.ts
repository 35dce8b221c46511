import type { WordScores } from '@lamella/store/search'
import { sessionScores } from '../turns/session-scores.ts'
import { raritiesOf } from '../turns/voices.ts'
import { createFrequencies, type Frequencies, type PartScores } from './frequencies.ts'
import type { StoreConversation } from './store-conversation.ts'
import type { Asked } from './store-terms.ts'
import type { TextCollection, TextParts } from './text-collection.ts'
import type { WeighedPostings } from './weigh-postings.ts'

/** Finds the postings of a term, by chunk in the order of the collection; `undefined` for a chunk without it. */
export type PostingsOf = (term: string) => readonly (WeighedPostings | undefined)[]

/** Arrays with an entry per text, all 0 between calls: clearing the used entries is cheaper than allocating. */
let scratch:
  | (PartScores & { readonly frequencies: Frequencies; readonly best: Float64Array; readonly ranks: Int32Array })
  | undefined

/**
 * Scores texts by words: BM25 over one owner's texts, where the words of a turn include those of its metadata and
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
  const { size, k1, groups, parts, echoCount } = collection
  const count = parts?.ranks.length ?? size
  if (scratch === undefined || scratch.scores.length < count) {
    const room = 2 * count
    scratch = {
      frequencies: createFrequencies(room),
      best: new Float64Array(room),
      ranks: new Int32Array(room),
      scores: new Float64Array(room),
      matched: new Int32Array(room),
      size: 0,
    }
  }
  const { frequencies } = scratch
  let most = 0
  for (const { term, count: times } of asked) {
    const postings = postingsOf(term)
    const having = frequencies.add(collection, postings, weights)
    const [people, echoes] = raritiesOf(having, { all: size, echoes: echoCount })
    most += times * Math.max(people, echoes)
    const factor = times * (k1 + 1)
    frequencies.addScores(collection, postings, [people * factor, echoes * factor], scratch)
  }
  const [ids, scores, ranks] = takeMatched(collection, scratch, weights.answer)
  if (weights.session > 0 && groups[0] !== groups[size - 1]) addSessions(scores, ranks, groups, weights.session)
  return { ids, scores, most }
}

/** Returns the numbers, scores and ranks of the texts with a score, and clears the scores. */
function takeMatched(
  collection: TextCollection,
  from: NonNullable<typeof scratch>,
  answer: number,
): readonly [Float64Array, Float64Array, Int32Array] {
  const { ids, parts } = collection
  const ranks = parts === undefined ? from.matched.slice(0, from.size) : bestParts(collection, parts, from, answer)
  const scores = parts === undefined ? from.scores : from.best
  const found = [new Float64Array(ranks.length), new Float64Array(ranks.length), ranks] as const
  for (let i = 0; i < ranks.length; i++) {
    const rank = ranks[i] as number
    found[0][i] = ids[rank] as number
    found[1][i] = scores[rank] as number
    scores[rank] = 0
  }
  from.size = 0
  return found
}

/** Gives each text the score of its best part, and a message its share of that of its answer. Returns the ranks. */
function bestParts(
  { groups, echoes }: TextCollection,
  parts: TextParts,
  { scores, best, ranks, matched, size }: NonNullable<typeof scratch>,
  answer: number,
): Int32Array {
  let count = 0
  for (let i = 0; i < size; i++) {
    const part = matched[i] as number
    const rank = parts.ranks[part] as number
    const score = scores[part] as number
    scores[part] = 0
    const known = best[rank] as number
    if (known === 0) ranks[count++] = rank
    if (score > known) best[rank] = score
  }
  const found = count
  for (let i = 0; i < found; i++) {
    const rank = ranks[i] as number
    const before = rank - 1
    if (echoes[rank] === 0 || echoes[before] !== 0 || groups[before] !== groups[rank] || groups[rank] === 0) continue
    if (best[before] === 0) ranks[count++] = before
    best[before] = (best[before] as number) + answer * (best[rank] as number)
  }
  return ranks.slice(0, count)
}

/** Adds the score of its conversation to each text that has one. */
function addSessions(scores: Float64Array, ranks: Int32Array, groups: Float64Array, weight: number): void {
  const groupOf = (i: number): number => groups[ranks[i] as number] as number
  const added = sessionScores(scores, groupOf, weight)
  for (let i = 0; i < scores.length; i++) {
    if (groupOf(i) > 0) scores[i] = (scores[i] as number) + (added.get(groupOf(i)) ?? 0)
  }
}
