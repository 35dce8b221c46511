import type { QueryRun } from './query-run.ts'
import type { TermScore } from './types.ts'

/** Returns the score that each query term adds to a document; empty if the document is missing. */
export function explain({ store, terms, norms }: QueryRun, document: number): readonly TermScore[] {
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
