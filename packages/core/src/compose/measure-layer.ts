import { isTextLayer } from '../collect/check-output.ts'
import type { Collected } from '../collect/collect.ts'
import type { Fragment } from '../contract/fragment.ts'
import type { Counter } from '../contract/tokenizer.ts'
import type { PlanLayer, TruncationPolicy } from '../contract/truncation.ts'
import { parseSize } from '../options.ts'
import { pairTools } from '../plan/pair-tools.ts'
import type { Paired, RepairPolicy } from '../plan/pairing.ts'
import { lowestRankFirst } from '../plan/policies.ts'
import { groupFragments, unitOf } from '../plan/units.ts'
import { measureWrapping, type Wrapping } from './compose-layer.ts'

/** A layer between collecting and planning. */
export interface Measured {
  readonly source: Collected
  /** Its fragments, tool calls and results paired. */
  readonly fragments: readonly Fragment[]
  readonly repairs: Paired['repairs']
  /** Whether it ends with calls that wait for approval. */
  readonly waits: boolean
  /** The maximum number of tokens it may have. */
  readonly max: number | undefined
  readonly min: number
  readonly policy: TruncationPolicy
  /** The layer as the planner sees it. Computed on first read: a build in which everything fits needs no plan. */
  readonly plan: PlanLayer
  /** The fragments of each unit. Computed on first read, without counting. */
  readonly groups: readonly (readonly Fragment[])[]
  /** Tokens of the wrapping. Computed on first read. */
  readonly wrapping: Wrapping
}

/**
 * Pairs tools immediately; groups fragments into units and counts each rung only when the plan is needed.
 *
 * @param followed Whether messages of another layer follow: then no call of this layer is pending.
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
    ? pairTools(name, result.fragments, repair, { followed, sentTo: source.sentTo })
    : { fragments: result.fragments, links: [], repairs: [], waits: false }
  const { fragments, links, repairs, waits } = paired
  const max = budget?.max === undefined ? undefined : parseSize(budget.max, window)
  const min = budget?.min === undefined ? 0 : (parseSize(budget.min, window) ?? 0)
  const policy = result.truncation ?? truncation ?? lowestRankFirst
  let plan: PlanLayer | undefined
  let groups: Measured['groups'] | undefined
  let wrapping: Wrapping | undefined
  const measured: Measured = {
    source,
    fragments,
    repairs,
    waits,
    max,
    policy,
    min,
    get plan() {
      if (plan) return plan
      const { frame, each } = measured.wrapping
      const units = measured.groups.map((group, position) => unitOf(group, position, counter.content, each))
      plan = { name, priority, policy, units, frame, min, max }
      return plan
    },
    get groups() {
      groups ??= groupFragments(fragments, links)
      return groups
    },
    get wrapping() {
      wrapping ??= wrappingOf(source, fragments, counter)
      return wrapping
    },
  }
  return measured
}

/** Checks whether a layer ends with pending calls although messages of a later layer follow them. */
export function hasFollowedPendingCalls(measured: readonly Measured[], index: number): boolean {
  if (!measured[index]?.waits) return false
  return measured.slice(index + 1).some(({ source, fragments }) => {
    return source.layer.placement === 'messages' && fragments.length > 0
  })
}

/** Errors for which a layer may be omitted are found when it is composed, not when its wrapping is sampled. */
function wrappingOf({ layer }: Collected, fragments: readonly Fragment[], counter: Counter): Wrapping {
  try {
    return measureWrapping(layer, fragments, counter)
  } catch (error) {
    if (layer.onError !== 'omit') throw error
    return { frame: 0, each: 0 }
  }
}
