/** Something that can be ranked against a query. */
export interface Rankable {
  readonly id: string
  readonly text: string
}

/** Scores documents against a query. */
export interface Ranker {
  readonly name: string
  /**
   * One score a document, in the order given; higher is better, 0 is no match. Finite, never negative. Deterministic:
   * equal input gives equal scores.
   */
  rank(query: string, documents: readonly Rankable[]): readonly number[]
}
