import type { Counter } from '../contract/counter.ts'
import type { ContentLimits } from '../contract/limits.ts'
import type { PlanLayer } from '../contract/plan-layer.ts'
import type { LimitRungs } from '../plan/limit-rungs.ts'
import { type Plan, planPrefix, rungsByLimit } from '../plan/plan.ts'
import { fewestBlocks, type Schedule, schedule } from '../plan/schedule.ts'
import { type ComposedContext, type ComposedLayer, composeContext, composePlanned } from './compose-context.ts'
import { checkToolLimits, fixedBytes, passedLimit } from './limit-use.ts'
import type { Measured } from './measure-layer.ts'
import { limitOverflow, overflow } from './overflow.ts'
import { type SizeLimits, type Sizes, usedBy } from './sizes.ts'
import { withAmounts } from './with-amounts.ts'

/** A context that fits, and the plan that made it fit. */
export interface Fitted extends ComposedContext {
  readonly sizes: Sizes
  readonly plan: Plan
  /** What the plan was made from, if a limit other than the window asked for it. */
  readonly limited?: { readonly layers: readonly PlanLayer[]; readonly room: ContentLimits }
}

/**
 * Keeps everything if it fits; otherwise plans what gives way.
 *
 * @param wholes The layers with everything kept.
 * @throws LamellaError `CONTEXT_OVERFLOW`, `LIMIT_OVERFLOW`
 */
export function fitContext(
  measured: readonly Measured[],
  wholes: readonly ComposedLayer[],
  counter: Counter,
  sizes: Sizes,
): Fitted {
  checkToolLimits(sizes.limits)
  const whole = composeContext(measured, wholes, counter)
  const withinMaxima = measured.every(({ max }, index) => max === undefined || (wholes[index]?.tokens ?? 0) <= max)
  const fitsWindow = withinMaxima && usedBy(whole, sizes) + sizes.reserve <= sizes.window
  const { limits } = sizes
  if (limits && passedLimit(whole, limits)) {
    return fitByLimits({ measured, wholes, counter, sizes: { ...sizes, limits }, fitsWindow })
  }
  if (!fitsWindow) {
    const planLayers = measured.map((item) => item.plan)
    return fitWindow({ measured, counter, sizes, planLayers, whole: schedule(planLayers) }).fitted
  }
  const { tokens } = whole
  return { ...whole, sizes, plan: { fits: true, asked: tokens, tokens, fates: [], rungs: [], truncated: false } }
}

/** Layers with their schedule. */
interface Scheduled {
  readonly measured: readonly Measured[]
  readonly counter: Counter
  readonly sizes: Sizes
  readonly planLayers: readonly PlanLayer[]
  readonly whole: Schedule
}

/**
 * Plans, composes, and counts the composed text. Joined text can have a token or two more than its parts alone; then
 * one more block is removed at a time until the count fits. One at a time preserves G4: the result of a smaller budget
 * is among those that a larger one tries.
 *
 * @param from The fewest blocks to take. Default: those that the sizes of the parts require.
 */
function fitWindow(
  { measured, counter, sizes, planLayers, whole }: Scheduled,
  limited: readonly LimitRungs[] = [],
  from?: number,
): { readonly fitted: Fitted; readonly blocks: number } {
  const budget = sizes.window - sizes.reserve - sizes.tools - plannedFraming(measured, counter)
  const first = from ?? fewestBlocks(whole, budget)
  let plan = planPrefix(planLayers, whole, first, budget, limited)
  let layers = measured.map((item, index) => composePlanned(item, plan.rungs[index] as Int32Array, counter))
  for (let blocks = first; ; blocks++) {
    const composed = composeContext(measured, layers, counter)
    const used = usedBy(composed, sizes)
    if (used + sizes.reserve <= sizes.window) return { fitted: { ...composed, sizes, plan }, blocks }
    if (blocks >= whole.saved.length - 1) throw overflow(measured, composed, sizes)
    const next = planPrefix(planLayers, whole, blocks + 1, budget, limited)
    const before = plan
    // A block belongs to one layer: the others are unchanged.
    layers = layers.map((layer, index): ComposedLayer => {
      const [rungs, was] = [next.rungs[index] as Int32Array, before.rungs[index]]
      return rungs.every((rung, at) => rung === was?.[at])
        ? layer
        : composePlanned(measured[index] as Measured, rungs, counter)
    })
    plan = next
  }
}

/** What is fitted when a limit other than the window is passed. */
interface Limited {
  readonly measured: readonly Measured[]
  readonly wholes: readonly ComposedLayer[]
  readonly counter: Counter
  readonly sizes: Sizes & { readonly limits: SizeLimits }
  /** Whether the tokens fit with everything kept. */
  readonly fitsWindow: boolean
}

/**
 * Finds the blocks that the window alone requires, then what each limit alone requires, and takes both. The window's blocks do
 * not become fewer by what a limit saves: otherwise a larger limit would drop what a smaller one keeps.
 */
function fitByLimits({ measured, wholes, counter, sizes, fitsWindow }: Limited): Fitted {
  const { limits } = sizes
  const added = measured.map((item, index) => withAmounts(item, wholes[index] as ComposedLayer, limits.amounts))
  // Within the maxima as composed: the sum of the parts, which may be larger, must not cut anything.
  const planLayers = added.map(({ layer }) => (fitsWindow ? { ...layer, max: undefined } : layer))
  const scheduled = { measured, counter, sizes, planLayers, whole: schedule(planLayers) }
  const blocks = fitsWindow ? 0 : fitWindow(scheduled).blocks
  const fixed = fixedBytes(limits) + added.reduce((sum, { frame }) => sum + frame, 0)
  let room = limitsOf(limits, fixed)
  for (;;) {
    const limited = rungsByLimit(planLayers, scheduled.whole, room)
    const over = limited.find(({ fits }) => !fits)
    if (over) throw limitOverflow(planLayers, over, over.name === 'bytes' ? fixed : 0, limits)
    const { fitted } = fitWindow(scheduled, limited, blocks)
    if (passedLimit(fitted, limits) !== 'bytes') return { ...fitted, limited: { layers: planLayers, room } }
    // A layer's wrapping is larger than that of everything kept: one more step, as with tokens.
    room = { ...room, bytes: (limited.find(({ name }) => name === 'bytes')?.left ?? 0) - 1 }
  }
}

/** Returns the limits of content alone. */
function limitsOf({ most: { bytes, images, imageBytes } }: SizeLimits, fixed: number): ContentLimits {
  return { images, imageBytes, bytes: bytes === undefined ? undefined : bytes - fixed }
}

/** Returns the framing as the planner counts it: separators between system layers are part of the layers' frames. */
export function plannedFraming(measured: readonly Measured[], { framing }: Counter): number {
  const hasSystem = measured.some(({ source, fragments }) => {
    return source.layer.placement === 'system' && fragments.length > 0
  })
  return framing.request + (hasSystem ? framing.message : 0)
}
