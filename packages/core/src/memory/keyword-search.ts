import type { Rankable, Ranker } from '../contract/ranker.ts'
import type { SearchHit } from '../contract/search.ts'
import { checkOptions, mustHaveMethod } from '../options.ts'
import type { CheckedSearch } from '../store/check/check-search.ts'
import { diverse } from '../store/search/diverse.ts'
import { fading } from '../store/search/fading.ts'
import { rankDocuments } from '../store/search/rank-documents.ts'
import { type Terms, termsOf } from './terms.ts'

/** How a store in memory searches. */
export interface KeywordSearchOptions {
  /**
   * Scores what is searched, such as `bm25()` of `@lamella/ranker-bm25`; what has more than 0 is found. It is given the texts
   * of one owner alone, those of a session in their order. Default: BM25 with neither stems nor stop words.
   */
  readonly ranker?: Ranker
}

/** Something that can be found. */
export interface Searchable<Found> {
  /** ISO 8601 day or instant, for recency. */
  readonly date: string | undefined
  /** What a ranker is shown. Its text is the same string each time, since a text is hashed once that way. */
  rankable(): Rankable
  /** The terms of the same text. */
  terms(): Terms
  /** Made for those that are given back alone. */
  item(): Found
}

/** Usual values: how soon repetition stops to count, and how much length does. */
const k1 = 1.2
const b = 0.75

/**
 * The options of a store that searches by words.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function checkKeywordSearch(what: string, options: KeywordSearchOptions): KeywordSearchOptions {
  return checkOptions(what, options, { ranker: mustHaveMethod('rank') })
}

/**
 * The best of the documents for a query, by a ranker over all of them. Equal scores stand in the order of the documents.
 *
 * @throws LamellaError `RANKER_INVALID`
 */
export function keywordSearch<Found>(
  documents: readonly Searchable<Found>[],
  { query, recency, diversity, limit }: CheckedSearch,
  ranker: Ranker | undefined,
): readonly SearchHit<Found>[] {
  const scores = ranker
    ? rankDocuments(
        ranker,
        query,
        documents.map((document) => document.rankable()),
      )
    : plainScores(
        query,
        documents.map((document) => document.terms()),
      )
  const hits: { readonly document: Searchable<Found>; readonly score: number }[] = []
  for (const [index, document] of documents.entries()) {
    const score = scores[index] ?? 0
    if (score > 0) hits.push({ document, score: score * fading(document.date, recency) })
  }
  hits.sort((a, b) => b.score - a.score)
  const chosen = diverse(hits, diversity, limit, ({ document }) => document.terms().counts)
  return chosen.map(({ document, score }) => ({ item: document.item(), score, by: ['keyword'] }))
}

/**
 * BM25 without a ranker.
 *
 * Source: Robertson & Zaragoza (2009), "The Probabilistic Relevance Framework: BM25 and Beyond", with the logarithm of
 * Lucene, which is never below 0.
 */
function plainScores(query: string, documents: readonly Terms[]): readonly number[] {
  const wanted = termsOf(query).counts
  const shared = documents.map(({ counts }) => sharedTerms(wanted, counts))
  const holders = new Map<string, number>()
  for (const term of shared.flat()) holders.set(term, (holders.get(term) ?? 0) + 1)
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length
  return documents.map(({ counts, length }, index) => {
    let score = 0
    for (const term of shared[index] ?? []) {
      const count = counts.get(term) ?? 0
      const held = holders.get(term) ?? 0
      const rarity = Math.log(1 + (documents.length - held + 0.5) / (held + 0.5))
      score += (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / average))
    }
    return score
  })
}

/** Terms that two texts have in common. The shorter text is gone through: a query can be as long as a book. */
function sharedTerms(a: Terms['counts'], b: Terms['counts']): readonly string[] {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  return [...few.keys()].filter((term) => many.has(term))
}
