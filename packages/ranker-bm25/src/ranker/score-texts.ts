import type { Formula } from '../postings/types.ts'
import { rarityOf } from '../turns/voices.ts'
import type { KnownText, RankedQuery } from './document-memory.ts'

/** Returns one score per text. Terms are summed in the text's order, so that a score depends on nothing else. */
export function scoreTexts(
  ranked: RankedQuery,
  texts: readonly KnownText[],
  average: number,
  { k1, b, delta }: Formula,
): number[] {
  const { weights, having } = ranked
  for (const { text } of texts) {
    const { terms } = text
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i] as number
      if (weights[term] !== 0) having[term] = (having[term] as number) + 1
    }
  }
  weighByRarity(ranked, texts.length)
  return texts.map(({ text: { terms, counts, length } }) => {
    const norm = k1 * (1 - b + (b * length) / average)
    let sum = 0
    for (let i = 0; i < terms.length; i++) {
      const weight = weights[terms[i] as number] as number
      if (weight === 0) continue
      const f = counts[i] as number
      sum += weight * ((f * (k1 + 1)) / (f + norm) + delta)
    }
    return sum
  })
}

/** Multiplies the weight of each query term by its idf, given how many of `total` documents contain it. */
function weighByRarity({ terms, weights, having }: RankedQuery, total: number): void {
  for (const term of terms) {
    weights[term] = (weights[term] as number) * rarityOf(having[term] as number, total)
  }
}
