import type { Ranker } from '@lamella/core'
import { checkOptions, mustHaveMethod, type Rankable } from '@lamella/core/plugin'
import { invalid } from '../check/check.ts'
import type { CheckedSearch } from '../check/check-search.ts'
import type { SearchResult } from '../contract/search.ts'
import { diverse } from '../search/diverse.ts'
import { fading } from '../search/fading.ts'
import { rankDocuments } from '../search/rank-documents.ts'

/** Search options of an in-memory store. */
export interface KeywordSearchOptions {
  /**
   * Scores the searched documents, such as `bm25()` of `@lamella/ranker-bm25`; documents with a score above 0 are
   * found. It gets the texts of one owner only, and the messages of a session in order. Without a ranker the store has
   * no `search`.
   */
  readonly ranker?: Ranker | undefined
}

/** Search options of a store that must be able to search. */
export interface RankedSearchOptions extends KeywordSearchOptions {
  readonly ranker: Ranker
}

/** A searchable document. */
export interface Searchable<Found> {
  /** ISO 8601 day or instant, for recency. */
  readonly date: string | undefined
  /** Returns the document as the ranker gets it. Its text is the same string each time, so that it is hashed only once. */
  rankable(): Rankable
  /** Called only for returned hits. */
  item(): Found
}

/**
 * Validates the options of a store with keyword search.
 *
 * @throws LamellaError `OPTION_INVALID`
 */
export function checkKeywordSearch(what: string, options: KeywordSearchOptions): KeywordSearchOptions {
  return checkOptions(what, options, { ranker: mustHaveMethod('rank') })
}

/**
 * Returns the best of the documents for a query, by a ranker over all of them. Equal scores keep the order of the
 * documents.
 *
 * @param count How many texts the searched scope or session has, whatever a filter leaves of them.
 * @throws LamellaError `RANKER_INVALID`, and `STORE_VALUE_INVALID` for `diversity` with a ranker that has no `terms`
 */
export function keywordSearch<Found>(
  documents: readonly Searchable<Found>[],
  count: number,
  { query, recency, diversity, limit }: CheckedSearch,
  ranker: Ranker,
): SearchResult<Found> {
  const termsOf = ranker.terms?.bind(ranker)
  if (diversity > 0 && !termsOf) {
    const problem = `needs a ranker with terms(text), which '${ranker.name}' lacks`
    throw invalid('request.diversity', problem, 'Use a ranker with terms(text), such as bm25(), or omit diversity.')
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
  return {
    hits: chosen.map(({ document, score }) => ({ item: document.item(), score, by: ['keyword'] })),
    indexed: { of: count, done: count },
  }
}

interface Hit<Found> {
  readonly document: Searchable<Found>
  readonly text: string
  readonly score: number
}
