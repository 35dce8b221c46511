import type { TermSet } from '@lamella/core/plugin'

/** Hits beyond this one are ignored: each chosen hit is compared with all remaining ones. */
export const diversePool = 200

/**
 * Repeatedly takes the hit that is best and least like those already taken; they keep their scores and are sorted by
 * them. For stores that support `SearchRequest.diversity`.
 *
 * Source: Carbonell and Goldstein, "The Use of MMR, Diversity-Based Reranking" (1998). Similarity is the share of terms
 * that both have.
 *
 * @param hits Best first. @param diversity 0 (best scores only) to 1 (most diverse).
 * @param termsOf Called once for each of the first 200, or of `limit` if that is more.
 * @example
 * diverse([{ score: 2, text: 'tea' }, { score: 1, text: 'tea' }], 0.5, 1, ({ text }) => new Set(text.split(' ')))
 */
export function diverse<Hit extends { readonly score: number }>(
  hits: readonly Hit[],
  diversity: number,
  limit: number,
  termsOf: (hit: Hit) => TermSet,
): readonly Hit[] {
  if (diversity === 0 || hits.length <= limit) return hits.slice(0, limit)
  const left = hits.slice(0, Math.max(diversePool, limit)).map((hit) => ({ hit, terms: termsOf(hit), likeness: 0 }))
  const best = hits[0]?.score ?? 1
  const taken: Hit[] = []
  while (left.length > 0 && taken.length < limit) {
    let choice = 0
    let most = Number.NEGATIVE_INFINITY
    for (const [index, { hit, likeness }] of left.entries()) {
      const worth = (1 - diversity) * (hit.score / best) - diversity * likeness
      if (worth > most) {
        most = worth
        choice = index
      }
    }
    const [chosen] = left.splice(choice, 1)
    if (!chosen) break
    taken.push(chosen.hit)
    for (const other of left) other.likeness = Math.max(other.likeness, likenessOf(chosen.terms, other.terms))
  }
  return taken.toSorted((a, b) => b.score - a.score)
}

/** Iterates over the smaller set: a text can be as long as a book. */
function likenessOf(a: TermSet, b: TermSet): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  let both = 0
  for (const term of few.keys()) if (many.has(term)) both++
  return both === 0 ? 0 : both / (a.size + b.size - both)
}
