import type { RankedTerm } from './fragment.ts'

/**
 * Something that can be ranked against a query. Rankers use the fields they know, most of them only the text; memory
 * entries are rankable unchanged.
 */
export interface Rankable {
  readonly id: string
  readonly text: string
  /** The conversation that it is a turn of. Turns of one conversation are in its order. */
  readonly session?: string
  /** The speaker, by the name that others use. */
  readonly speaker?: string
  /**
   * Whose turn it is, where that is no name to search for, such as a role. It is only compared with others. Default: the
   * speaker.
   */
  readonly voice?: string
  /** The ISO 8601 day or instant that it belongs to. Absent: timeless. */
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
   * Returns one score per document, in the order given; higher is better, 0 is no match. Finite, never negative.
   * Deterministic: equal input gives equal scores. An invalid date or importance counts as absent, since both often
   * come from external text.
   */
  rank(query: string, documents: readonly Rankable[]): readonly number[]
  /**
   * Returns what each term of the query adds to the score that `rank` gives to a document, for tools that show it: the
   * greatest first. Terms that the document does not have are left out.
   */
  explain?(query: string, documents: readonly Rankable[], index: number): readonly RankedTerm[]
  /**
   * Returns the distinct terms of a text, as `rank` compares them. In-memory stores use it to diversify hits
   * (`SearchRequest.diversity`), and reject diversity without it.
   */
  terms?(text: string): TermSet
  /** The ranker for turns of conversations, given in order: in-memory stores rank messages with it. Absent: this one. */
  readonly turns?: Ranker
}

/** The distinct terms of a text, as a set or as the keys of a map. */
export type TermSet = Pick<ReadonlySet<string>, 'has' | 'keys' | 'size'>
