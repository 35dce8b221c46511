import { termsOf } from './terms.ts'

/** Hits beyond this one are not looked at: each that is chosen is compared with all that are left. */
export const pool = 200

/**
 * Takes the hit that is best and least like those taken already, again and again; they stand by their scores.
 *
 * Source: Carbonell and Goldstein, "The Use of MMR, Diversity-Based Reranking" (1998). Likeness is the share of terms that
 * both have.
 */
export function diverse<Hit extends { readonly score: number }>(
  hits: readonly Hit[],
  diversity: number,
  limit: number,
  textOf: (hit: Hit) => string,
): readonly Hit[] {
  if (diversity === 0 || hits.length <= limit) return hits.slice(0, limit)
  const left = hits
    .slice(0, Math.max(pool, limit))
    .map((hit) => ({ hit, terms: new Set(termsOf(textOf(hit))), likeness: 0 }))
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
  return taken.sort((a, b) => b.score - a.score)
}

function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a]
  let both = 0
  for (const term of few) if (many.has(term)) both++
  return both === 0 ? 0 : both / (a.size + b.size - both)
}
