/**
 * Something that can be ranked against a query. Rankers look at what they know to use, most at the text alone; entries of a
 * memory are rankable as they are.
 */
export interface Rankable {
  readonly id: string
  readonly text: string
  /** The conversation that it is a turn of. Turns of one conversation stand in the order in which they were said. */
  readonly session?: string
  /** Who said it, by the name that others call them. */
  readonly speaker?: string
  /** ISO 8601 day or instant that it belongs to. Absent: timeless. */
  readonly date?: string
  /** 1 (trivial) to 10 (vital); without one it counts as 5. */
  readonly importance?: number
}

/** Scores documents against a query. */
export interface Ranker {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  readonly name: string
  /**
   * One score a document, in the order given; higher is better, 0 is no match. Finite, never negative. Deterministic:
   * equal input gives equal scores. A date or an importance that is none counts as absent, since both are often text of others.
   */
  rank(query: string, documents: readonly Rankable[]): readonly number[]
  /**
   * The terms of a text, as `rank` compares them, each once. Stores in memory spread hits by it (`SearchRequest.diversity`), and
   * refuse to spread without it.
   */
  terms?(text: string): TermSet
}

/** The terms of a text, each once, as a set or as the keys of a map. */
export type TermSet = Pick<ReadonlySet<string>, 'has' | 'keys' | 'size'>
