/** A document as numbers. */
export interface Bag {
  /** Numbers of its terms, each once, in any order. */
  readonly terms: ArrayLike<number>
  /** How often it has each of `terms`, from 1e-9 to 1e12; fractions where fields have weights. */
  readonly frequencies: ArrayLike<number>
  /** Terms in all, 0 to 1e15; a fraction where fields have weights. */
  readonly length: number
}

/**
 * A query as numbers. A term need not be in any document. One that is there several times counts with the sum of its
 * weights, where it is first.
 */
export interface Query {
  readonly terms: ArrayLike<number>
  /** How much each of `terms` counts, 0 to 1e100. What is below 1e-100 counts as 0, and a term of 0 as not there. */
  readonly weights: ArrayLike<number>
}

/** The free parameters of BM25. */
export interface Formula {
  /** How much repetition of a term counts, 0 to 1e100. */
  readonly k1: number
  /** How much a long document is marked down, 0 to 1. */
  readonly b: number
  /** What each term adds that a document has at all: the delta of BM25+. 0 for plain BM25. */
  readonly delta: number
}

/** A document and its score. */
export interface Found {
  readonly document: number
  readonly score: number
}

/** Documents that have a term of a query, in ascending order, and the score of each. */
export interface Matches {
  readonly documents: ArrayLike<number>
  readonly scores: ArrayLike<number>
  readonly length: number
}

/** What one term of a query adds to the score of a document. */
export interface TermScore {
  /** Where the term stands in the query, from 0. */
  readonly position: number
  readonly term: number
  readonly weight: number
  readonly frequency: number
  /** ln(1 + (N - n + 0.5) / (n + 0.5)). */
  readonly idf: number
  readonly score: number
}

/** Documents by their terms, kept so that the best for a query are found without looking at most of them. */
export interface Postings {
  /** Documents in it, those without terms included. */
  readonly count: number
  /** The average of the documents' lengths; 0 where there are none. It does not depend on how they came to be there. */
  readonly averageLength: number
  /** One more than the largest number that a document had. */
  readonly limit: number
  /** Whether there is a document of that number. */
  has(document: number): boolean
  /** Documents that have a term. */
  having(term: number): number
  /** The bag of a document, its terms in ascending order. Undefined where there is none. */
  bag(document: number): Bag | undefined
  /**
   * Puts a document, in place of the one of the same number if there is one. Numbers should be small, as there is room
   * for all below the largest; those of removed documents are to be used again.
   */
  put(document: number, bag: Bag): void
  /** Whether there was a document of that number, which is gone now. */
  remove(document: number): boolean
  /**
   * The `limit` documents with the highest scores above 0, best first, ties by number. Most documents are not looked at, and the
   * result is as if they had been. `accept` leaves documents out; it may be asked about a document several times or never,
   * and must not change the documents.
   */
  top(query: Query, limit: number, formula: Formula, accept?: (document: number) => boolean): readonly Found[]
  /** Every document that has a term of the query, with its score. */
  all(query: Query, formula: Formula): Matches
  /** What each term of the query adds to the score of a document, for those that it has, in the order of the query. */
  explain(document: number, query: Query, formula: Formula): readonly TermScore[]
}
