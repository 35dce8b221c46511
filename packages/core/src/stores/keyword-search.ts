import type { SearchHit } from '../contract/search.ts'
import type { CheckedSearch } from './check-search.ts'
import { diverse } from './diverse.ts'
import { fading } from './fading.ts'
import { type Terms, termsOf } from './terms.ts'

/** Something that can be found. */
export interface Searchable<Found> {
  readonly terms: Terms
  /** ISO 8601 day or instant, for recency. */
  readonly date: string | undefined
  /** Made for those that are given back alone. */
  item(): Found
}

/** Usual values: how soon repetition stops to count, and how much length does. */
const k1 = 1.2
const b = 0.75

/**
 * The best of the documents for a query, by BM25 over all of them. Equal scores stand in the order of the documents.
 *
 * Source: Robertson & Zaragoza (2009), "The Probabilistic Relevance Framework: BM25 and Beyond", with the logarithm of
 * Lucene, which is never below 0.
 */
export function keywordSearch<Found>(
  documents: readonly Searchable<Found>[],
  { query, recency, diversity, limit }: CheckedSearch,
): readonly SearchHit<Found>[] {
  const wanted = termsOf(query).counts
  const shared = documents.map(({ terms }) => sharedTerms(wanted, terms.counts))
  const holders = new Map<string, number>()
  for (const term of shared.flat()) holders.set(term, (holders.get(term) ?? 0) + 1)
  const average = documents.reduce((sum, { terms }) => sum + terms.length, 0) / documents.length
  const hits: Hit<Found>[] = []
  for (const [index, document] of documents.entries()) {
    const { counts, length } = document.terms
    let score = 0
    for (const term of shared[index] ?? []) {
      const count = counts.get(term) ?? 0
      const held = holders.get(term) ?? 0
      const rarity = Math.log(1 + (documents.length - held + 0.5) / (held + 0.5))
      score += (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / average))
    }
    if (score > 0) hits.push({ document, score: score * fading(document.date, recency) })
  }
  hits.sort((a, b) => b.score - a.score)
  const chosen = diverse(hits, diversity, limit, ({ document }) => document.terms.counts)
  return chosen.map(({ document, score }) => ({ item: document.item(), score, by: ['keyword'] }))
}

interface Hit<Found> {
  readonly document: Searchable<Found>
  readonly score: number
}

/** Terms that two texts have in common. The shorter text is gone through: a query can be as long as a book. */
function sharedTerms(a: Terms['counts'], b: Terms['counts']): readonly string[] {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  return [...few.keys()].filter((term) => many.has(term))
}
