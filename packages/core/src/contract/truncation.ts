import type { Fragment } from './fragment.ts'

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

/** A layer as the planner sees it. Sizes are tokens. */
export interface PlanLayer {
  readonly name: string
  readonly priority: number
  readonly units: readonly Unit[]
  readonly policy: TruncationPolicy
  /** Wrapping that remains as long as one unit is kept. */
  readonly frame: number
  readonly min: number
  readonly max: number | undefined
}

/** Limits of a request beside its tokens. One that is absent is not kept. Providers count other things than the window alone. */
export interface RequestLimits {
  /** Bytes of the encoded body, as JSON. Counted by an upper bound that holds for every format of `@lamella/wire`. */
  readonly bytes?: number | undefined
  /** Images, in messages and in tool results. */
  readonly images?: number | undefined
  /** Bytes of the largest single image, as base64. The size of an image behind a URL is not known and not limited. */
  readonly imageBytes?: number | undefined
  /** Tools. They are never dropped: too many are an error. */
  readonly tools?: number | undefined
  /** Bytes of all tool definitions, as JSON. They are never dropped either. */
  readonly toolBytes?: number | undefined
}

/** The name of a limit beside the window. */
export type LimitName = keyof RequestLimits

/** The limits by which content gives way. */
export type ContentLimits = Pick<RequestLimits, 'bytes' | 'images' | 'imageBytes'>

/** What content takes of the limits of a request. */
export interface Amounts {
  /** Bytes in the encoded body, at most. */
  readonly bytes: number
  /** Of these, the bytes of images and files. */
  readonly media: number
  readonly images: number
  /** Bytes of the largest single image, as base64. */
  readonly imageBytes: number
}

/** How much of a limit a request takes. */
export interface LimitUse {
  readonly used: number
  readonly limit: number
}
