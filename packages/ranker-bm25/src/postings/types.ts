/** A document as numbers. */
export interface Bag {
  /** The numbers of its distinct terms, in any order. */
  readonly terms: ArrayLike<number>
  /** The frequency of each of `terms`, from 1e-9 to 1e12; may be fractional if fields have weights. */
  readonly frequencies: ArrayLike<number>
  /** The total number of terms, 0 to 1e15; may be fractional if fields have weights. */
  readonly length: number
}

/**
 * A query as numbers. Its terms need not occur in any document. A repeated term counts with the sum of its weights, at
 * its first position.
 */
export interface Query {
  readonly terms: ArrayLike<number>
  /** The weight of each of `terms`, 0 to 1e100. Values below 1e-100 count as 0, and a term with 0 as missing. */
  readonly weights: ArrayLike<number>
  /** The rarity of each of `terms`. Default: that among these documents. */
  readonly rarities?: ArrayLike<number>
}

/** The free parameters of BM25. */
export interface Formula {
  /** The effect of a term's repetition, 0 to 1e100. */
  readonly k1: number
  /** The penalty for long documents, 0 to 1. */
  readonly b: number
  /** The amount that each term in a document adds: the delta of BM25+. 0 for plain BM25. */
  readonly delta: number
}

/** A document and its score. */
export interface Found {
  readonly document: number
  readonly score: number
}

/** The documents that contain a query term, in ascending order, with the score of each. */
export interface Matches {
  readonly documents: ArrayLike<number>
  readonly scores: ArrayLike<number>
  readonly length: number
}

/** The score that one query term adds to a document. */
export interface TermScore {
  /** The term's position in the query, from 0. */
  readonly position: number
  readonly term: number
  readonly weight: number
  readonly frequency: number
  /** That of the query; without one, ln(1 + (N - n + 0.5) / (n + 0.5)). */
  readonly idf: number
  readonly score: number
}

/** Documents by their terms, organized to find the best for a query without examining most of them. */
export interface Postings {
  /** The number of documents, including those without terms. */
  readonly count: number
  /** The average document length; 0 if there are no documents. It does not depend on the history of changes. */
  readonly averageLength: number
  /** One more than the largest document number so far. */
  readonly limit: number
  has(document: number): boolean
  /** Returns the number of documents that contain a term. */
  having(term: number): number
  /** Returns the bag of a document, with its terms in ascending order, or `undefined` if it is missing. */
  bag(document: number): Bag | undefined
  /**
   * Adds a document, replacing any with the same number. Numbers should be small, since memory is reserved for all
   * below the largest; reuse those of removed documents.
   */
  put(document: number, bag: Bag): void
  /** Removes a document. Returns whether it existed. */
  remove(document: number): boolean
  /**
   * Returns the `limit` documents with the highest scores above 0, best first, ties by number. Most documents are not
   * examined; the result is the same as if they were. `accept` excludes documents; it may be called several times or
   * never for a document, and must not change the documents.
   */
  top(query: Query, limit: number, formula: Formula, accept?: (document: number) => boolean): readonly Found[]
  /** Returns every document that contains a query term, with its score. */
  all(query: Query, formula: Formula): Matches
  /** Returns the score that each query term in the document adds, in query order. */
  explain(document: number, query: Query, formula: Formula): readonly TermScore[]
}
