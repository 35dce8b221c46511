import type { Plan, PlanLayer } from '@lamella/core'
import { createPlanner, type Planner } from '@lamella/core/plan'
import { parseSize } from '@lamella/core/plugin'
import type { RecordedContext } from '../contract/recording.ts'
import type { WindowLayer } from './plan-layers.ts'
import { type BarPart, windowBar } from './window-bar.ts'

/** A recorded build, planned again. */
export interface Outcome {
  readonly plan: Plan
  /** The layers with the minima and maxima that they have in this window. */
  readonly layers: readonly WindowLayer[]
  /** Tokens of the request, without the reserve. */
  readonly total: number
  /** Tokens that are over the window; 0 if it fits. */
  readonly over: number
  /**
   * Whether a build in this window has just this total and keeps just this. Otherwise the total is the sum of what the parts take,
   * something that a build would have read or sent is not in the recording, or the provider counts otherwise than the tokenizer:
   * everything here is as the tokenizer counts.
   */
  readonly exact: boolean
  /** As `windowBar`; `free` is less than 0 if it does not fit. */
  readonly bar: readonly BarPart[]
}

/** What of a recorded build its plan depends on. */
export type Planned = Pick<RecordedContext, 'tokens' | 'available' | 'framing' | 'layers' | 'room' | 'run'>

/**
 * Plans the layers of a recorded build in another window, as a build does: everything is kept if it fits as composed; otherwise blocks
 * are taken until the composed text fits. Reserve, tools and other limits stay as they were; minima and maxima that are shares of the
 * window are those of the new one.
 *
 * @throws LamellaError `LAYER_OVERFLOW`
 */
export function planWindow(made: Planned, given: readonly WindowLayer[], window: number): Outcome {
  const { tokens, available, room } = made
  const { reserve } = tokens
  const layers = inWindow(given, window)
  const measure = (plan: Plan, taken: readonly number[]): Measured => measured(made, layers, plan, taken)
  const budget = Math.max(0, available + window - tokens.window)
  const result = room ? byLimits() : byWindow()
  const { plan, sizes, framing, total } = result
  return {
    ...{ plan, layers, total, exact: result.exact && (tokens.correction ?? 0) === 0 && !isIncomplete(made, window) },
    over: Math.max(0, total + reserve - window),
    bar: windowBar({
      tokens: { ...tokens, window, framing, free: window - reserve - total },
      layers: layers.map(({ name }, index) => ({ name, got: sizes[index] ?? 0 })),
    }),
  }

  function byWindow(): Measured {
    const whole = measure(everythingKept(layers), none(layers))
    const isWithinMaxima = layers.every(({ max }, index) => max === undefined || (whole.sizes[index] ?? 0) <= max)
    if (isWithinMaxima && whole.total + reserve <= window) return whole
    const planner = plannerOf(layers)
    for (let k = planner.fewest(budget); ; k++) {
      const one = measure(planner.plan(k, budget), planner.taken(k))
      if (one.total + reserve <= window || k >= planner.blocks) return one
    }
  }

  function byLimits(): Measured {
    const planner = plannerOf(layers)
    const k = planner.fewest(budget)
    return { ...measure(planner.plan(k, budget, room), planner.taken(k)), exact: false }
  }
}

/** A plan, and what it takes. */
interface Measured extends Pick<Outcome, 'plan' | 'total' | 'exact'> {
  readonly sizes: readonly number[]
  readonly framing: number
}

function measured(
  { tokens, framing: around }: Planned,
  layers: readonly WindowLayer[],
  plan: Plan,
  taken: readonly number[],
): Measured {
  let exact = true
  const sizes = layers.map((layer, index) => {
    const size = layer.composed ? layer.composed[taken[index] ?? 0] : sizeOf(layer, plan.rungs[index])
    exact &&= size !== undefined
    return size ?? sizeOf(layer, plan.rungs[index])
  })
  const parts = layers.filter(({ placement }, index) => placement === 'system' && (sizes[index] ?? 0) > 0).length
  const framing = around.request + (parts > 0 ? around.system + (parts - 1) * around.separator : 0)
  const total = sizes.reduce((sum, size) => sum + size, tokens.tools + framing)
  return { plan, sizes, framing, total, exact }
}

/** The size of a layer as the sum of its parts. */
function sizeOf({ units, frame }: PlanLayer, rungs: Int32Array | undefined): number {
  let size = 0
  let kept = false
  for (const [index, { tokens }] of units.entries()) {
    const own = tokens[rungs?.[index] ?? 0]
    if (own === undefined) continue
    size += own
    kept = true
  }
  return kept ? size + frame : size
}

/** The same list where no layer has a share of the window. */
function inWindow(given: readonly WindowLayer[], window: number): readonly WindowLayer[] {
  if (given.every(({ budget }) => budget === undefined)) return given
  return given.map((layer): WindowLayer => {
    const { min = layer.min, max } = layer.budget ?? {}
    return {
      ...layer,
      min: parseSize(min, window) ?? layer.min,
      max: max === undefined ? layer.max : parseSize(max, window),
    }
  })
}

const planners = new WeakMap<readonly WindowLayer[], Planner>()

/** A planner depends on no window, and a window is dragged through many. */
function plannerOf(layers: readonly WindowLayer[]): Planner {
  const planner = planners.get(layers) ?? createPlanner(layers)
  planners.set(layers, planner)
  return planner
}

const wholes = new WeakMap<readonly WindowLayer[], Plan>()

/** Returns the plan in which nothing gives way, not even to a maximum. */
function everythingKept(layers: readonly WindowLayer[]): Plan {
  const known = wholes.get(layers)
  if (known) return known
  const rungs = layers.map(({ units }) => new Int32Array(units.length))
  const tokens = layers.reduce((sum, layer, index) => sum + sizeOf(layer, rungs[index]), 0)
  const plan = { fits: true, asked: tokens, tokens, truncated: false, fates: [], rungs }
  wholes.set(layers, plan)
  return plan
}

/** Returns the plan in which only the maxima of layers take something. */
export function planMaxima(layers: readonly WindowLayer[]): Plan {
  if (layers.every(({ max }) => max === undefined)) return everythingKept(layers)
  return plannerOf(layers).plan(0, Number.MAX_SAFE_INTEGER)
}

function none(layers: readonly WindowLayer[]): readonly number[] {
  return layers.map(() => 0)
}

/** Whether a build in this window would have something that the recording does not: older messages; or not be a plain build at all. */
function isIncomplete({ tokens, layers, run }: Planned, window: number): boolean {
  if (run) return true
  return window > tokens.window && layers.some(({ omitted }) => omitted.some(({ cause }) => cause === 'window'))
}
