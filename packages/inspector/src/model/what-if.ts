import {
  fair,
  lowestRankFirst,
  oldestFirst,
  type Plan,
  type PlanLayer,
  plan,
  type TruncationPolicy,
} from '@lamella/core'
import type { RecordedContext } from '../contract/recording.ts'
import { remembered } from './plan-layers.ts'
import type { BarPart } from './window-bar.ts'

/** Another policy for a layer, by name. */
export type OtherPolicy = 'fair' | 'lowest-rank-first' | 'oldest-first'

/** What is tried out in a layer. What is absent stays as recorded. */
export interface LayerChange {
  /** Plans as if the layer had offered nothing. */
  readonly without?: boolean
  /** Tokens reserved for the layer. */
  readonly min?: number
  readonly policy?: OtherPolicy
}

/** By the name of the layer. */
export type LayerChanges = ReadonlyMap<string, LayerChange>

/** A recorded build, planned again. */
export interface Outcome {
  readonly plan: Plan
  /** Tokens that the planner could use. */
  readonly available: number
  /** As `windowBar`; `free` is less than 0 if it does not fit. */
  readonly bar: readonly BarPart[]
}

const policies: Readonly<Record<OtherPolicy, () => TruncationPolicy>> = {
  fair: () => fair,
  'lowest-rank-first': () => lowestRankFirst,
  'oldest-first': () => oldestFirst(),
}

/** The policies to try, in the order in which they are listed. */
export const otherPolicies: readonly OtherPolicy[] = Object.keys(policies) as OtherPolicy[]

/** Returns the layers with changes. Their number and order stay the same. */
export function changeLayers(layers: readonly PlanLayer[], changes: LayerChanges): readonly PlanLayer[] {
  return layers.map((layer): PlanLayer => {
    const { without = false, min = layer.min, policy } = changes.get(layer.name) ?? {}
    if (without) return { ...layer, units: [], frame: 0, min: 0, policy: fair }
    return { ...layer, min, policy: policy === undefined ? layer.policy : remembered(policies[policy]()) }
  })
}

/**
 * Plans the layers of a recorded build in another window. Reserve, tools, framing and other limits stay as they were, and so do minima
 * and maxima, which were shares of the window for some layers.
 *
 * @throws LamellaError `LAYER_OVERFLOW`
 */
export function planWindow(
  { tokens, available, room }: Pick<RecordedContext, 'tokens' | 'available' | 'room'>,
  layers: readonly PlanLayer[],
  window: number,
): Outcome {
  const budget = Math.max(0, available + window - tokens.window)
  const result = plan(layers, budget, room)
  const sizes = layers.map((layer, index) => sizeOf(layer, result.rungs[index] as Int32Array))
  const used = sizes.reduce((sum, size) => sum + size, 0)
  const part = (kind: BarPart['kind'], name: string, size: number): BarPart => {
    return { kind, name, tokens: size, share: window > 0 ? size / window : 0 }
  }
  const { tools, framing, reserve } = tokens
  const bar = [
    part('tools', 'tools', tools),
    ...layers.map(({ name }, index) => part('layer', name, sizes[index] ?? 0)),
    part('framing', 'framing', framing),
    part('reserve', 'reserve', reserve),
    part('free', 'free', window - reserve - tools - framing - used),
  ]
  return { plan: result, available: budget, bar: bar.filter((one) => one.tokens !== 0) }
}

function sizeOf({ units, frame }: PlanLayer, rungs: Int32Array): number {
  let size = 0
  let kept = false
  for (const [index, { tokens }] of units.entries()) {
    const own = tokens[rungs[index] ?? 0]
    if (own === undefined) continue
    size += own
    kept = true
  }
  return kept ? size + frame : size
}

/** Returns the smallest and the largest window that are worth trying: nothing but what is fixed; everything kept. */
export function windowRange(
  { tokens, available }: Pick<RecordedContext, 'tokens' | 'available'>,
  asked: number,
): readonly [least: number, most: number] {
  const fixed = tokens.window - available
  return [Math.max(1, fixed), Math.ceil(Math.max(tokens.window * 1.25, (fixed + asked) * 1.05))]
}
