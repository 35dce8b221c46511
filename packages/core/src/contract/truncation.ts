import type { Fragment } from './fragment.ts'
import type { Amounts } from './limits.ts'

/** Fragments that are kept or dropped together: a group, or a tool call with its results and reasoning. */
export interface Unit {
  /** The id of its first fragment. */
  readonly id: string
  /** In order of position. Never empty. */
  readonly fragments: readonly Fragment[]
  /** Its position in its layer, starting at 0. */
  readonly position: number
  /** The highest rank of its fragments. */
  readonly rank: number
  readonly pinned: boolean
  readonly page: number | undefined
  /** Tokens at each rung, full first. The implied last rung, dropped, costs 0 and is not listed. */
  readonly tokens: readonly number[]
  /** What each rung takes of the other limits, full first; a shorter one never more than a longer one. Absent: nothing. */
  readonly amounts?: readonly Amounts[]
}

/** One unit going down to a rung. `rung === unit.tokens.length` is dropped. */
export interface Step {
  readonly unit: Unit
  readonly rung: number
  /** This step is never the last one taken: it is taken together with the next step. */
  readonly joined?: boolean
  /** Overrides the layer's priority for this step and all later ones of the layer. It can only rise. */
  readonly priority?: number
}

/**
 * A policy says what goes first; the core says how far. The steps of a policy must take every unit that is not pinned
 * down to dropped, each unit's rungs in rising order, independent of any budget.
 *
 * @example
 * const newestFirst: TruncationPolicy = {
 *   name: 'newest-first',
 *   steps: (units) => units.toReversed().filter((u) => !u.pinned).map((unit) => ({ unit, rung: unit.tokens.length })),
 * }
 */
export interface TruncationPolicy {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  readonly name: string
  /** The policy whose steps it has as long as no fragment of the layer has a shorter form: recordings name that one. */
  readonly base?: TruncationPolicy
  steps(units: readonly Unit[]): readonly Step[]
}
