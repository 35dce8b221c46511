import type { Collected } from '../collect/collect.ts'
import type { Fragment } from '../contract/fragment.ts'
import { parseSize } from '../measure/size.ts'
import { measureWrapping } from '../measure/wrapping.ts'
import type { PlanLayer } from '../plan/layer-blocks.ts'
import { type Paired, pairTools } from '../plan/pair-tools.ts'
import { lowestRankFirst } from '../plan/policies/lowest-rank-first.ts'
import { makeUnits } from '../plan/units.ts'
import type { Settings } from './settings.ts'

/** A layer as the planner sees it, beside where it came from. */
export interface Measured {
  readonly source: Collected
  /** Its fragments, tool calls and results paired. */
  readonly fragments: readonly Fragment[]
  readonly repairs: Paired['repairs']
  readonly plan: PlanLayer
}

/** Pairs tools, groups fragments into units and counts each rung once. */
export function measureLayer(source: Collected, { counter, repair }: Settings, window: number): Measured {
  const { layer, result } = source
  const { name, priority, budget, truncation, placement } = layer
  const paired: Paired =
    placement === 'messages'
      ? pairTools(name, result.fragments, repair)
      : { fragments: result.fragments, links: [], repairs: [] }
  const { frame, each } = measureWrapping(layer, paired.fragments, counter)
  return {
    source,
    fragments: paired.fragments,
    repairs: paired.repairs,
    plan: {
      name,
      priority,
      policy: truncation ?? lowestRankFirst,
      units: makeUnits(paired.fragments, paired.links, counter.content, each),
      frame,
      min: budget?.min === undefined ? 0 : (parseSize(budget.min, window) ?? 0),
      max: budget?.max === undefined ? undefined : parseSize(budget.max, window),
    },
  }
}
