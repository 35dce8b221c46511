import type { Collected } from '../collect/collect.ts'
import { isTextLayer } from '../collect/is-text-layer.ts'
import { measureWrapping, type Wrapping } from '../compose/wrapping.ts'
import type { Counter } from '../contract/counter.ts'
import type { Fragment } from '../contract/fragment.ts'
import { parseSize } from '../measure/size.ts'
import type { PlanLayer } from '../plan/layer-blocks.ts'
import { type Paired, pairTools } from '../plan/pair-tools.ts'
import { lowestRankFirst } from '../plan/policies/lowest-rank-first.ts'
import type { RepairPolicy } from '../plan/repair-policy.ts'
import { makeUnits } from '../plan/units.ts'

/** A layer between collecting and planning. */
export interface Measured {
  readonly source: Collected
  /** Its fragments, tool calls and results paired. */
  readonly fragments: readonly Fragment[]
  readonly repairs: Paired['repairs']
  /** Whether it ends with calls that wait for a person's word. */
  readonly waits: boolean
  /** Tokens it may never pass. */
  readonly max: number | undefined
  /** The layer as the planner sees it. Made when first read: a build in which everything fits needs no plan. */
  readonly plan: PlanLayer
}

/**
 * Pairs tools at once; groups fragments into units and counts each rung when the plan is asked for.
 *
 * @param followed Whether messages of another layer follow: then no call of this one waits for anything.
 */
export function measureLayer(
  source: Collected,
  { counter, repair }: { readonly counter: Counter; readonly repair: RepairPolicy },
  window: number,
  followed = false,
): Measured {
  const { layer, result } = source
  const { name, priority, budget, truncation } = layer
  const paired: Paired = !isTextLayer(layer)
    ? pairTools(name, result.fragments, repair, followed)
    : { fragments: result.fragments, links: [], repairs: [], waits: false }
  const { fragments, links, repairs, waits } = paired
  const max = budget?.max === undefined ? undefined : parseSize(budget.max, window)
  const min = budget?.min === undefined ? 0 : (parseSize(budget.min, window) ?? 0)
  const makePlan = (): PlanLayer => {
    const { frame, each } = wrappingOf(source, fragments, counter)
    const units = makeUnits(fragments, links, counter.content, each)
    return { name, priority, policy: truncation ?? lowestRankFirst, units, frame, min, max }
  }
  let plan: PlanLayer | undefined
  return {
    source,
    fragments,
    repairs,
    waits,
    max,
    get plan() {
      plan ??= makePlan()
      return plan
    },
  }
}

/** Whether a layer ends with calls that wait, though messages of a layer behind it follow them. */
export function waitsInVain(measured: readonly Measured[], index: number): boolean {
  if (!measured[index]?.waits) return false
  return measured.slice(index + 1).some(({ source, fragments }) => {
    return source.layer.placement === 'messages' && fragments.length > 0
  })
}

/** What a layer may be left out for is found when it is composed, not when its wrapping is sampled. */
function wrappingOf({ layer }: Collected, fragments: readonly Fragment[], counter: Counter): Wrapping {
  try {
    return measureWrapping(layer, fragments, counter)
  } catch (error) {
    if (layer.onError !== 'omit') throw error
    return { frame: 0, each: 0 }
  }
}
