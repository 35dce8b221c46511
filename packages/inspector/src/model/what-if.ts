import { fair, lowestRankFirst, oldestFirst, type TruncationPolicy } from '@lamella/core'
import type { RecordedContext } from '../contract/recording.ts'
import { remembered, type WindowLayer } from './plan-layers.ts'

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

const policies: Readonly<Record<OtherPolicy, () => TruncationPolicy>> = {
  fair: () => fair,
  'lowest-rank-first': () => lowestRankFirst,
  'oldest-first': () => oldestFirst(),
}

/** The policies to try, in the order in which they are listed. */
export const otherPolicies: readonly OtherPolicy[] = Object.keys(policies) as OtherPolicy[]

/**
 * Returns the layers with changes. Their number and order stay the same. Nobody has composed a layer that gives way by another policy,
 * or a request without one whose tools go with it: their sizes are sums of their parts.
 */
export function changeLayers(layers: readonly WindowLayer[], changes: LayerChanges): readonly WindowLayer[] {
  return layers.map((layer): WindowLayer => {
    const { without = false, min, policy } = changes.get(layer.name) ?? {}
    if (without)
      return { ...layer, units: [], frame: 0, min: 0, max: undefined, budget: {}, policy: fair, composed: [] }
    const own = min === undefined ? layer : { ...layer, min, budget: { ...layer.budget, min } }
    return policy === undefined
      ? own
      : { ...own, policy: remembered(policies[policy]()), ...(own.composed && { composed: [] }) }
  })
}

/** Returns the smallest and the largest window that are worth trying: nothing but what is fixed; everything kept. */
export function windowRange(
  { tokens, available }: Pick<RecordedContext, 'tokens' | 'available'>,
  asked: number,
): readonly [least: number, most: number] {
  const fixed = tokens.window - available
  return [Math.max(1, fixed), Math.ceil(Math.max(tokens.window * 1.25, (fixed + asked) * 1.05))]
}
