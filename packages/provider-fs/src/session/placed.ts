/** A value with its location in the file. */
export interface Placed<Value> {
  /** Line number, from 1. */
  readonly number: number
  /** Bytes of the file before the line. */
  readonly start: number
  /** The message's position in a session that a store has recorded. */
  readonly position?: number
  readonly value: Value
}

/** Why a line was left out. */
export interface LineProblem {
  readonly number: number
  /** Completes a sentence that starts with "Line 12": `is not valid JSON`. */
  readonly problem: string
  /** Whether it is the end of a file without a line break, which may still be written. */
  readonly isTorn?: boolean
}

/** The results of decoding some lines. */
export interface Decoded<Value> {
  readonly values: readonly Placed<Value>[]
  readonly problems: readonly LineProblem[]
}
