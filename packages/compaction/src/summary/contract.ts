/**
 * The sections of a summary. A model writes `goal`, `decisions`, `promises`, `facts` and `state`; a program, which does not know what
 * a sentence does, writes `users`, `assistant` and `results` by who says it, and `values`; both write `files`.
 */
export type SectionName =
  | 'goal'
  | 'state'
  | 'decisions'
  | 'promises'
  | 'facts'
  | 'users'
  | 'assistant'
  | 'results'
  | 'files'
  | 'values'

/** Positions of messages in their session, `end` exclusive. */
export interface MessageRange {
  readonly start: number
  readonly end: number
}

/** One line of a summary: what was said, and where. */
export interface SummaryLine {
  readonly section: SectionName
  /** On one line. */
  readonly text: string
  /** The messages that it comes from, oldest first; at least one. */
  readonly sources: readonly MessageRange[]
}

/** What a message said and a summary of it does not say. */
export interface MissingFact {
  /**
   * `value`: a number, date, amount, id, address or path. `sentence`: of a user. `correction`: the summary says a sentence, but not
   * the newer one of its subject, which is `text`.
   */
  readonly kind: 'value' | 'sentence' | 'correction'
  readonly text: string
  /** Who said it; `summary` for a line of the summary before. */
  readonly by: 'user' | 'assistant' | 'tool' | 'summary'
  /** The messages that said it. */
  readonly sources: readonly MessageRange[]
}
