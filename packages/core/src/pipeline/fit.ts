import type { Counter } from '../contract/counter.ts'
import { type Plan, planPrefix } from '../plan/plan.ts'
import { fewestBlocks, schedule } from '../plan/schedule.ts'
import { type ComposedContext, type ComposedLayer, composeContext, composePlanned } from './compose-context.ts'
import type { Measured } from './measure-layer.ts'
import { overflow } from './overflow.ts'
import { type Sizes, usedBy } from './sizes.ts'

/** A context that fits, and the plan that made it fit. */
export interface Fitted extends ComposedContext {
  readonly sizes: Sizes
  readonly plan: Plan
}

/**
 * Keeps everything if it fits; otherwise plans what gives way.
 *
 * @param wholes The layers with everything kept.
 * @throws LamellaError `CONTEXT_OVERFLOW`
 */
export function fitContext(
  measured: readonly Measured[],
  wholes: readonly ComposedLayer[],
  counter: Counter,
  sizes: Sizes,
): Fitted {
  const whole = composeContext(measured, wholes, counter)
  const withinMaxima = measured.every(({ max }, index) => max === undefined || (wholes[index]?.tokens ?? 0) <= max)
  if (!withinMaxima || usedBy(whole, sizes) + sizes.reserve > sizes.window) return fitByPlan(measured, counter, sizes)
  const { tokens } = whole
  return { ...whole, sizes, plan: { fits: true, asked: tokens, tokens, fates: [], rungs: [], truncated: false } }
}

/**
 * Plans, composes, and counts the composed text. Joined text can have a token or two more than its parts alone; then
 * one more block is removed at a time until the count fits. One at a time preserves G4: the result of a smaller budget
 * is among those that a larger one tries.
 */
function fitByPlan(measured: readonly Measured[], counter: Counter, sizes: Sizes): Fitted {
  const planLayers = measured.map((item) => item.plan)
  const whole = schedule(planLayers)
  const budget = sizes.window - sizes.reserve - sizes.tools - plannedFraming(measured, counter)
  const first = fewestBlocks(whole, budget)
  let plan = planPrefix(planLayers, whole, first, budget)
  let layers = measured.map((item, index) => composePlanned(item, plan.rungs[index] as Int32Array, counter))
  for (let k = first; ; k++) {
    const composed = composeContext(measured, layers, counter)
    const used = usedBy(composed, sizes)
    if (used + sizes.reserve <= sizes.window) return { ...composed, sizes, plan }
    if (k >= whole.saved.length - 1) throw overflow(measured, composed, sizes)
    const next = planPrefix(planLayers, whole, k + 1, budget)
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

/** Returns the framing as the planner counts it: separators between system layers are part of the layers' frames. */
export function plannedFraming(measured: readonly Measured[], { framing }: Counter): number {
  const hasSystem = measured.some(({ source, fragments }) => {
    return source.layer.placement === 'system' && fragments.length > 0
  })
  return framing.request + (hasSystem ? framing.message : 0)
}
