import { times } from './measure.ts'

/** A claim about speed: the requirement, and the measurement. */
export interface Claim {
  readonly text: string
  readonly seen: string
  readonly holds: boolean
}

/** One benchmark, as it appears in the docs. */
export interface Section {
  readonly title: string
  /** The measurement and its method, in a sentence or two. */
  readonly about: string
  readonly table: readonly (readonly string[])[]
  readonly claims: readonly Claim[]
}

/** Why a benchmark did not run. The docs then omit it, since an empty table would look like a result. */
export interface Skipped {
  readonly skipped: string
}

/** Creates a claim that a ratio is no larger than a limit. */
export function atMost(text: string, ratio: number, limit: number, seen: string = times(ratio)): Claim {
  return { text, seen, holds: Number.isFinite(ratio) && ratio <= limit }
}

/** Creates a claim that a ratio is no smaller than a limit. */
export function atLeast(text: string, ratio: number, limit: number, seen: string = times(ratio)): Claim {
  return { text, seen, holds: Number.isFinite(ratio) && ratio >= limit }
}
