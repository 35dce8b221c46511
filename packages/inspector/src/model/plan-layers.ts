import type { Fragment } from '@lamella/core'
import {
  fair,
  lowestRankFirst,
  oldestFirst,
  type PlanLayer,
  type Step,
  type TruncationPolicy,
  type Unit,
} from '@lamella/core'
import type { RecordedContext, RecordedLayer, RecordedStep } from '../contract/recording.ts'

/** A layer of a recorded build as the planner takes it, and what its size is in other windows. */
export interface WindowLayer extends PlanLayer, Pick<RecordedLayer, 'placement' | 'budget' | 'composed'> {}

/**
 * Returns the layers of a recorded build as the planner takes them. Policies give the recorded steps; fragments have no content.
 *
 * @example
 * const { bar, exact } = planWindow(context, planLayers(context), 8_000)
 */
export function planLayers({ layers }: Pick<RecordedContext, 'layers'>): readonly WindowLayer[] {
  return layers.map((layer): WindowLayer => {
    const { name, priority, frame, min, max, placement, budget, composed } = layer
    return {
      ...{ name, priority, frame, min, max, placement, units: unitsOf(layer), policy: recordedPolicy(layer) },
      ...(budget && { budget }),
      ...(composed && { composed }),
    }
  })
}

function unitsOf({ units }: RecordedLayer): readonly Unit[] {
  return units.map(({ fragments, tokens, page, amounts }, position): Unit => {
    const ranks = fragments.map(({ rank = 0 }) => rank)
    return {
      id: fragments[0]?.id ?? `${position}`,
      fragments: fragments.map(({ id, pinned, rank, origin }): Fragment => ({ id, content: '', pinned, rank, origin })),
      position,
      rank: ranks.reduce((most, one) => Math.max(most, one), ranks[0] ?? 0),
      pinned: fragments.some(({ pinned }) => pinned === true),
      page,
      tokens,
      ...(amounts && { amounts }),
    }
  })
}

function recordedPolicy({ policy, steps, oldestFirst: options }: RecordedLayer): TruncationPolicy {
  if (options) return remembered(oldestFirst(options))
  if (steps === undefined) return remembered(policy === fair.name ? fair : lowestRankFirst)
  return remembered({ name: policy, steps: (units) => stepsOf(steps, units) })
}

/** Returns a policy that lists its steps once: they are the same for every budget, and a window is dragged through many. */
export function remembered({ name, steps }: TruncationPolicy): TruncationPolicy {
  let known: readonly Step[] = []
  let knownUnits: readonly Unit[] | undefined
  return {
    name,
    steps: (units) => {
      if (units !== knownUnits) known = steps(units)
      knownUnits = units
      return known
    },
  }
}

function stepsOf(steps: readonly RecordedStep[], units: readonly Unit[]): readonly Step[] {
  return steps.map(
    ([position, rung, joined, priority]): Step => ({
      unit: units[position] as Unit,
      rung,
      ...(joined === 1 && { joined: true }),
      ...(priority !== undefined && { priority }),
    }),
  )
}
