/** A value with its place in the file. */
export interface Placed<Value> {
  /** Line, from 1. */
  readonly number: number
  /** Bytes of the file before the line. */
  readonly start: number
  /** Of a message, in the session that a store has recorded. */
  readonly position?: number
  readonly value: Value
}

/** Why a line was left out. */
export interface LineProblem {
  readonly number: number
  /** Reads on after "Line 12": `is not valid JSON`. */
  readonly problem: string
}

/** What became of some lines. */
export interface Decoded<Value> {
  readonly values: readonly Placed<Value>[]
  readonly problems: readonly LineProblem[]
}
