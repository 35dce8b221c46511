import { type Asked, withoutData } from '@lamella/core/search'
import { createAnalyzer } from '@lamella/ranker-bm25'

/** The analysis of texts and queries: that of the ranker, so that a text has the same terms wherever it is searched. */
export interface Terms {
  /** Returns the terms of a text in order. Runs of base64 of 512 characters or more are left out. */
  of(text: string): readonly string[]
  /** Returns the terms of a query, each once. */
  asked(query: string): readonly Asked[]
}

/**
 * The maximum number of different words in a query to look up. Each has a list to scan, and a query may be a pasted
 * book.
 */
const most = 1000

export function createTerms(): Terms {
  const analyze = createAnalyzer()
  const termsOf = (text: string): readonly string[] => {
    const terms: string[] = []
    analyze(withoutData(text), (term) => terms.push(term))
    return terms
  }
  return {
    of: termsOf,
    asked: (query) => {
      const counts = new Map<string, number>()
      for (const term of termsOf(query)) {
        const count = counts.get(term) ?? 0
        if (count > 0 || counts.size < most) counts.set(term, count + 1)
      }
      return [...counts].map(([term, count]) => ({ term, count }))
    },
  }
}
