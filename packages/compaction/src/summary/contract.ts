/** The sections of a summary, in the order in which they stand in it. */
export type SectionName = 'goal' | 'state' | 'decisions' | 'promises' | 'facts' | 'files'

/** Positions of messages in their session, `end` exclusive. */
export interface MessageRange {
  readonly start: number
  readonly end: number
}

/** What a line replaces. */
export interface ReplacedText {
  readonly text: string
  readonly sources: readonly MessageRange[]
}

/** A value that a line still names, and what a later message gave instead. */
export interface Correction extends ReplacedText {
  readonly old: string
  /** The present value. */
  readonly text: string
}

/** One line of a summary: what was said, and where. */
export interface SummaryLine {
  readonly section: SectionName
  /** On one line. */
  readonly text: string
  /** The messages that it comes from, oldest first; at least one. */
  readonly sources: readonly MessageRange[]
  /** `tool`: a value of a result, in the part of the facts that only tools have said. */
  readonly by?: 'tool'
  /** What it replaces, newest first. */
  readonly was?: readonly ReplacedText[]
  /** Corrections of values that it names. */
  readonly now?: readonly Correction[]
}

/** What a message said and a summary of it does not say. */
export interface MissingFact {
  /**
   * `number`: a number, date, amount, id or address. `correction`: the summary names a value, but not what replaced it, which
   * is `text`.
   */
  readonly kind: 'number' | 'name' | 'promise' | 'decision' | 'file' | 'correction'
  readonly text: string
  /** Who said it; `summary` for a line of the summary before. */
  readonly by: 'user' | 'assistant' | 'tool' | 'summary'
  /** The messages that said it. */
  readonly sources: readonly MessageRange[]
}
