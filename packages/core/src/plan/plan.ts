import type { PlanLayer } from '../contract/plan-layer.ts'
import type { Unit } from '../contract/truncation.ts'
import { blocksTaken, fewestBlocks, type Schedule, schedule } from './schedule.ts'

/** The outcome of one unit. */
export interface UnitFate {
  readonly layer: string
  readonly unit: Unit
  /** `unit.tokens.length` is dropped. */
  readonly rung: number
  readonly reason: 'window' | 'layer-max'
  /** Tokens saved compared with rung 0. */
  readonly saved: number
}

/** The steps that are taken. A pure value. */
export interface Plan {
  /** Whether the rest fits the budget. If not, the pinned content alone is larger. */
  readonly fits: boolean
  /** Tokens of all layers with everything kept. */
  readonly asked: number
  /** The tokens of the kept content. */
  readonly tokens: number
  /** Whether any unit is not kept in full. */
  readonly truncated: boolean
  /** Units that are not kept in full, in context order. */
  readonly fates: readonly UnitFate[]
  /** The rung of every unit, by layer and position. */
  readonly rungs: readonly Int32Array[]
}

/**
 * Decides what is kept, shortened and dropped so that the layers fit `budget` tokens: the shortest prefix of the
 * schedule after which everything fits. O(n log n) in the number of units. Runs anywhere, including in a browser.
 *
 * @throws LamellaError `LAYER_OVERFLOW`, `POLICY_INVALID`
 * @example
 * const { fates, tokens } = plan([{ name: 'notes', priority: 10, units, policy: lowestRankFirst, frame: 0, min: 0,
 *   max: undefined }], 1_000)
 */
export function plan(layers: readonly PlanLayer[], budget: number): Plan {
  const whole = schedule(layers)
  return planPrefix(layers, whole, fewestBlocks(whole, budget), budget)
}

/** Creates the plan that takes the first `k` blocks of a schedule. Its fates are computed on first read. */
export function planPrefix(layers: readonly PlanLayer[], whole: Schedule, k: number, budget: number): Plan {
  const taken = blocksTaken(whole, k)
  const rungs = layers.map((layer, index) => rungsAfter(whole, index, layer.units.length, taken[index] ?? 0))
  const tokens = whole.asked - (whole.saved[k] ?? 0)
  let fates: readonly UnitFate[] | undefined
  return {
    fits: tokens <= budget,
    asked: whole.layers.reduce((sum, layer) => sum + layer.asked, 0),
    tokens,
    rungs,
    truncated: taken.some((count) => count > 0),
    get fates() {
      fates ??= layers.flatMap((layer, index) => fatesOf(layer, whole, index, rungs[index] as Int32Array))
      return fates
    },
  }
}

function fatesOf({ name, units }: PlanLayer, whole: Schedule, index: number, rungs: Int32Array): readonly UnitFate[] {
  const byMax = rungsAfter(whole, index, units.length, whole.forced[index] ?? 0)
  const fates: UnitFate[] = []
  for (const unit of units) {
    const rung = rungs[unit.position] ?? 0
    if (rung === 0) continue
    const reason = byMax[unit.position] === rung ? 'layer-max' : 'window'
    fates.push({ layer: name, unit, rung, reason, saved: (unit.tokens[0] ?? 0) - (unit.tokens[rung] ?? 0) })
  }
  return fates
}

function rungsAfter(whole: Schedule, index: number, units: number, taken: number): Int32Array {
  const result = new Int32Array(units)
  const layer = whole.layers[index]
  const end = layer?.ends[taken - 1] ?? 0
  for (let step = 0; step < end; step++) result[layer?.positions[step] ?? 0] = layer?.rungs[step] ?? 0
  return result
}
