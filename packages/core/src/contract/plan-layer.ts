import type { TruncationPolicy, Unit } from './truncation.ts'

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
