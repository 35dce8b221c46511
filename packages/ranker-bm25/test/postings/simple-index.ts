import type { Bag, Formula, Found, Query } from '../../src/postings/types.ts'

/** Textbook BM25 over bags: no caches, every sum computed from scratch. The oracle of these tests. */
export class SimpleIndex {
  readonly documents: Map<number, Bag> = new Map()

  get averageLength(): number {
    const lengths = Array.from(this.documents.values(), ({ length }) => length)
    return lengths.length === 0 ? 0 : lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  }

  having(term: number): number {
    return Array.from(this.documents.values()).filter((bag) => frequencyOf(bag, term) > 0).length
  }

  score(bag: Bag, query: Query, { k1, b, delta }: Formula): number {
    const average = this.averageLength
    return Array.from(query.terms).reduce((sum, term, i) => {
      const f = frequencyOf(bag, term)
      if (f === 0) return sum
      const n = this.having(term)
      const idf = Math.log(1 + (this.documents.size - n + 0.5) / (n + 0.5))
      const norm = k1 * (1 - b + (average === 0 ? 0 : (b * bag.length) / average))
      return sum + (query.weights[i] as number) * idf * ((f * (k1 + 1)) / (f + norm) + delta)
    }, 0)
  }

  /** Returns all documents with a score, best first, ties by number. */
  ranked(query: Query, formula: Formula): readonly Found[] {
    return Array.from(this.documents, ([document, bag]) => ({ document, score: this.score(bag, query, formula) }))
      .filter(({ score }) => score > 0)
      .sort((x, y) => y.score - x.score || x.document - y.document)
  }
}

function frequencyOf({ terms, frequencies }: Bag, term: number): number {
  const at = Array.from(terms).indexOf(term)
  return at < 0 ? 0 : (frequencies[at] as number)
}
