import type { PlanLayer } from '../contract/truncation.ts'
import { coreError } from '../errors.ts'
import { type LayerBlocks, layerBlocks } from './layer-blocks.ts'

/** A run of one layer's blocks of one phase and priority. */
interface Run {
  readonly layer: number
  readonly phase: number
  readonly priority: number
  readonly from: number
  readonly to: number
}

/**
 * All layers' blocks in the single order in which they are taken. It depends on no budget, so a larger budget keeps
 * everything that a smaller one keeps (G4).
 */
export interface Schedule {
  readonly layers: readonly LayerBlocks[]
  /** Tokens with everything kept that the layers' own maxima allow. */
  readonly asked: number
  /** How many blocks of each layer its own maximum has already taken. */
  readonly forced: readonly number[]
  readonly runs: readonly Run[]
  /** `saved[k]`: tokens saved after taking the first `k` blocks. Strictly rising from 0. */
  readonly saved: Float64Array
}

/**
 * Merges the layers' blocks: first those that leave their layer at or above its minimum, the lowest priority first;
 * then the rest, in the same order. Equal priorities give way in context order.
 *
 * @throws LamellaError `LAYER_OVERFLOW`, `POLICY_INVALID`
 */
export function schedule(planLayers: readonly PlanLayer[]): Schedule {
  const giving = planLayers.filter(({ units }) => units.some(({ pinned }) => !pinned))
  const layers = planLayers.map((layer) =>
    layerBlocks(
      layer,
      giving.some((other) => other !== layer),
    ),
  )
  const runs: Run[] = []
  const forced: number[] = []
  let asked = 0
  let count = 0
  for (const [index, blocks] of layers.entries()) {
    const planLayer = planLayers[index] as PlanLayer
    const { first, left } = applyMax(planLayer, blocks)
    forced.push(first)
    asked += left
    count += blocks.ends.length - first
    runs.push(...runsOf(index, planLayer, blocks, first, left))
  }
  runs.sort((a, b) => a.phase - b.phase || a.priority - b.priority || a.layer - b.layer || a.from - b.from)
  const saved = new Float64Array(count + 1)
  let k = 0
  for (const { layer, from, to } of runs) {
    const own = (layers[layer] as LayerBlocks).saved
    for (let block = from; block < to; block++, k++) saved[k + 1] = (saved[k] ?? 0) + (own[block] ?? 0)
  }
  return { layers, asked, forced, runs, saved }
}

/** Returns how many blocks of each layer are among the first `k` of the schedule. */
export function blocksTaken({ forced, runs }: Schedule, k: number): readonly number[] {
  const taken = [...forced]
  let left = k
  for (const { layer, from, to } of runs) {
    if (left <= 0) break
    const count = Math.min(left, to - from)
    taken[layer] = from + count
    left -= count
  }
  return taken
}

/** Returns the fewest blocks after which at most `budget` tokens are left, or all of them. */
export function fewestBlocks({ asked, saved }: Schedule, budget: number): number {
  let low = 0
  let high = saved.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (asked - (saved[middle] ?? 0) <= budget) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns how many blocks the layer's own maximum takes, and the remaining tokens. */
function applyMax(layer: PlanLayer, blocks: LayerBlocks): { readonly first: number; readonly left: number } {
  let left = blocks.asked
  let first = 0
  if (layer.max === undefined) return { first, left }
  while (left > layer.max && first < blocks.ends.length) left -= blocks.saved[first++] ?? 0
  if (left <= layer.max) return { first, left }
  throw coreError(
    'LAYER_OVERFLOW',
    `Layer '${layer.name}': its pinned fragments need ${left} tokens, but its maximum is ${layer.max}.`,
    'Raise budget.max, or pin less.',
    { layer: layer.name, max: layer.max, pinned: left },
  )
}

/** Splits a layer's blocks, from `first` on, where the phase or the priority changes. */
function runsOf(index: number, layer: PlanLayer, blocks: LayerBlocks, first: number, full: number): readonly Run[] {
  const { saved, priorities } = blocks
  const runs: Run[] = []
  let left = full
  let from = first
  let phase = 0
  let priority = 0
  for (let block = first; block < saved.length; block++) {
    left -= saved[block] ?? 0
    const nextPhase = left >= layer.min ? 0 : 1
    const nextPriority = priorities[block] ?? 0
    if (block > from && (nextPhase !== phase || nextPriority !== priority)) {
      runs.push({ layer: index, phase, priority, from, to: block })
      from = block
    }
    phase = nextPhase
    priority = nextPriority
  }
  if (from < saved.length) runs.push({ layer: index, phase, priority, from, to: saved.length })
  return runs
}
