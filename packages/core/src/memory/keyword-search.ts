import type { Rankable, Ranker } from '../contract/ranker.ts'
import type { SearchHit } from '../contract/search.ts'
import { checkOptions, mustHaveMethod } from '../options.ts'
import { invalid } from '../store/check/check.ts'
import type { CheckedSearch } from '../store/check/check-search.ts'
import { diverse } from '../store/search/diverse.ts'
import { fading } from '../store/search/fading.ts'
import { rankDocuments } from '../store/search/rank-documents.ts'

/** How a store in memory searches. */
export interface KeywordSearchOptions {
  /**
   * Scores what is searched, such as `bm25()` of `@lamella/ranker-bm25`; what has more than 0 is found. It is given the texts
   * of one owner alone, those of a session in their order. Without a ranker the store has no `search`.
   */
  readonly ranker?: Ranker | undefined
}

/** The same, where a store must be able to search. */
export interface RankedSearchOptions extends KeywordSearchOptions {
  readonly ranker: Ranker
}

/** Something that can be found. */
export interface Searchable<Found> {
  /** ISO 8601 day or instant, for recency. */
  readonly date: string | undefined
  /** What a ranker is shown. Its text is the same string each time, since a text is hashed once that way. */
  rankable(): Rankable
  /** Made for those that are given back alone. */
  item(): Found
}

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
 * @throws LamellaError `RANKER_INVALID`, and `STORE_VALUE_INVALID` for `diversity` with a ranker that has no `terms`
 */
export function keywordSearch<Found>(
  documents: readonly Searchable<Found>[],
  { query, recency, diversity, limit }: CheckedSearch,
  ranker: Ranker,
): readonly SearchHit<Found>[] {
  const termsOf = ranker.terms?.bind(ranker)
  if (diversity > 0 && !termsOf) {
    const problem = `needs a ranker with terms(text), which '${ranker.name}' does not have`
    throw invalid(
      'request.diversity',
      problem,
      'Give the store such a ranker, for example bm25(), or leave diversity out.',
    )
  }
  const rankables = documents.map((document) => document.rankable())
  const scores = rankDocuments(ranker, query, rankables)
  const hits: Hit<Found>[] = []
  for (const [index, document] of documents.entries()) {
    const score = scores[index] ?? 0
    const text = rankables[index]?.text ?? ''
    if (score > 0) hits.push({ document, text, score: score * fading(document.date, recency) })
  }
  hits.sort((a, b) => b.score - a.score)
  const chosen = termsOf ? diverse(hits, diversity, limit, ({ text }) => termsOf(text)) : hits.slice(0, limit)
  return chosen.map(({ document, score }) => ({ item: document.item(), score, by: ['keyword'] }))
}

interface Hit<Found> {
  readonly document: Searchable<Found>
  readonly text: string
  readonly score: number
}
