import type { Timing } from './measure.ts'

/** A claim about speed: what must hold, and what was seen. */
export interface Claim {
  readonly text: string
  readonly seen: string
  readonly holds: boolean
}

/** One benchmark as it stands in the docs. */
export interface Section {
  readonly title: string
  /** What was measured, and how, in a sentence or two. */
  readonly about: string
  readonly table: readonly (readonly string[])[]
  readonly claims: readonly Claim[]
}

/** Why a benchmark did not run. It is left out of the docs then: a table of nothing would look like one of something. */
export interface Skipped {
  readonly skipped: string
}

/** A claim that one timing is at least `least` times another. */
export function ratioClaim(text: string, ratio: number, holds: boolean, shown: string): Claim {
  return { text, seen: shown, holds: Number.isFinite(ratio) && holds }
}

/** The median of a timing by name. */
export function medianOf(timings: readonly Timing[], name: string): number {
  return timings.find((timing) => timing.name === name)?.median ?? Number.NaN
}
