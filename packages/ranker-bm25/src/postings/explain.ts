import type { Asking } from './asking.ts'
import type { TermScore } from './types.ts'

/** What each term of a query adds to the score of a document; nothing where there is no such document. */
export function explain({ store, terms, norms }: Asking, document: number): readonly TermScore[] {
  const { bags, frequencies } = store
  if (!bags.has(document)) return []
  const norm = norms[bags.lengthCodes[document] as number] as number
  return terms.flatMap(({ term, position, weight, idf, scale, extra }) => {
    const code = bags.codeOf(document, term)
    if (code === 0) return []
    const frequency = frequencies.values[code] as number
    return { position, term, weight, frequency, idf, score: (scale * frequency) / (frequency + norm) + extra }
  })
}
