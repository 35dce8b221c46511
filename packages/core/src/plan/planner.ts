import type { ContentLimits, PlanLayer } from '../contract/truncation.ts'
import { type Plan, planPrefix, rungsByLimit } from './plan.ts'
import { blocksTaken, fewestBlocks, schedule } from './schedule.ts'

/** Plans the same layers for many budgets. A block is what one step of the plan takes: it saves something of one layer. */
export interface Planner {
  /** How many blocks there are beyond those that the layers' own maxima take. */
  readonly blocks: number
  /** Returns the fewest blocks after which at most `budget` tokens are left, or all of them. */
  fewest(budget: number): number
  /** Returns how many blocks of each layer are taken after `count` blocks, with those that its own maximum takes. */
  taken(count: number): readonly number[]
  /** Returns the plan that takes the first `count` blocks, and what the limits take. */
  plan(count: number, budget: number, limits?: ContentLimits): Plan
}

/**
 * Creates a planner. The order in which layers give way does not depend on the budget, so it is computed once. The function
 * `plan(layers, budget)` calls `plan(fewest(budget), budget)` of a new planner.
 *
 * @throws LamellaError `LAYER_OVERFLOW`, `POLICY_INVALID`
 * @example
 * const { fewest, plan } = createPlanner(layers)
 * const smallest = [8_000, 4_000, 2_000].findLast((budget) => plan(fewest(budget), budget).fits)
 */
export function createPlanner(layers: readonly PlanLayer[]): Planner {
  const whole = schedule(layers)
  return {
    blocks: whole.saved.length - 1,
    fewest: (budget) => fewestBlocks(whole, budget),
    taken: (count) => blocksTaken(whole, count),
    plan: (count, budget, limits = {}) => planPrefix(layers, whole, count, budget, rungsByLimit(layers, whole, limits)),
  }
}
