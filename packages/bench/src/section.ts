import type { Timing } from './measure.ts'

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

/** Creates a claim about the ratio of two timings. */
export function ratioClaim(text: string, ratio: number, holds: boolean, shown: string): Claim {
  return { text, seen: shown, holds: Number.isFinite(ratio) && holds }
}

/** Returns the median of a timing by name. */
export function medianOf(timings: readonly Timing[], name: string): number {
  return timings.find((timing) => timing.name === name)?.median ?? Number.NaN
}
