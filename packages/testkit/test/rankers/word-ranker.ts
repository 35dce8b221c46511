import type { Ranker } from '@lamella/core'
import { type Terms, termsOf } from './terms.ts'

/** Usual values: how quickly repetition stops counting, and how much length counts. */
const k1 = 1.2
const b = 0.75

/**
 * A small ranker for tests: BM25 over plain words, and over characters and pairs of characters in scripts without
 * spaces. It has no stems, no stop words and no memory. In programs, use `bm25()` of `@lamella/ranker-bm25`.
 *
 * Source: Robertson & Zaragoza (2009), "The Probabilistic Relevance Framework: BM25 and Beyond", with the logarithm of
 * Lucene, which is never below 0.
 *
 * @example
 * const store = createMemoryStore({ ranker: wordRanker })
 */
export const wordRanker: Ranker & Required<Pick<Ranker, 'terms'>> = Object.freeze({
  name: 'words',
  terms: (text: string) => new Set(termsOf(text).counts.keys()),
  rank: (query: string, documents: readonly { readonly text: string }[]) =>
    scores(
      query,
      documents.map(({ text }) => termsOf(text)),
    ),
})

function scores(query: string, documents: readonly Terms[]): readonly number[] {
  const wanted = termsOf(query).counts
  const shared = documents.map(({ counts }) => [...wanted.keys()].filter((term) => counts.has(term)))
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
