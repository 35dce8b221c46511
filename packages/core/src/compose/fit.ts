import type { Counter } from '../contract/tokenizer.ts'
import type { PlanLayer } from '../contract/truncation.ts'
import { coreError, type ErrorDetails, isLamellaError, type LamellaError } from '../errors.ts'
import type { LimitRungs } from '../plan/limit-rungs.ts'
import { planPrefix } from '../plan/plan.ts'
import { fewestBlocks, type Schedule, schedule } from '../plan/schedule.ts'
import { type ComposedContext, type ComposedLayer, composeContext, composePlanned } from './compose-context.ts'
import type { Fitted, PassedRequest, Sizes } from './limits.ts'
import type { Measured } from './measure-layer.ts'

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
  const { limits } = sizes
  limits?.check()
  const whole = composeContext(measured, wholes, counter)
  const withinMaxima = measured.every(({ max }, index) => max === undefined || (wholes[index]?.tokens ?? 0) <= max)
  const fitsWindow = withinMaxima && usedBy(whole, sizes) + sizes.reserve <= sizes.window
  if (limits?.passed(whole)) {
    const fit: PassedRequest['fitWindow'] = (planLayers, all, limited, from) =>
      fitWindow({ measured, counter, sizes, planLayers, whole: all }, limited, from)
    return limits.fit({ measured, wholes, sizes, fitsWindow, fitWindow: fit, schedule })
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
 * @param from The minimum number of blocks to take. Default: those that the sizes of the parts require.
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

/** Returns the framing as the planner counts it: separators between system layers are part of the layers' frames. */
export function plannedFraming(measured: readonly Measured[], { framing }: Counter): number {
  const hasSystem = measured.some(({ source, fragments }) => {
    return source.layer.placement === 'system' && fragments.length > 0
  })
  return framing.request + (hasSystem ? framing.message : 0)
}

/** The number of pinned fragments, the largest first, that an overflow error lists. */
const listedFragments = 5

/** Creates the error for a build whose pinned fragments, tools and framing exceed the window. */
function overflow(
  measured: readonly Measured[],
  composed: ComposedContext,
  sizes: Sizes,
): LamellaError<'CONTEXT_OVERFLOW'> {
  const used = usedBy(composed, sizes)
  const largest = measured
    .flatMap(({ plan }) => plan.units.filter((unit) => unit.pinned).map((unit) => ({ layer: plan.name, unit })))
    .map(({ layer, unit }) => ({ layer, fragment: unit.id, tokens: unit.tokens[0] ?? 0 }))
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, listedFragments)
  return contextOverflow({
    window: sizes.window,
    smallestWindow: used + sizes.reserve,
    pinned: composed.tokens,
    tools: sizes.tools,
    framing: composed.framing,
    reserve: sizes.reserve,
    largest,
  })
}

/** Creates the error for required content that exceeds the window. */
export function contextOverflow(details: ErrorDetails['CONTEXT_OVERFLOW']): LamellaError<'CONTEXT_OVERFLOW'> {
  const { window, smallestWindow, reserve, largest } = details
  const list = largest.map(({ layer, fragment, tokens }) => `${layer}/${fragment} ${tokens}`).join(', ')
  return coreError(
    'CONTEXT_OVERFLOW',
    `Required content takes ${smallestWindow - reserve} tokens and ${reserve} are reserved, but the window is ${window}. ` +
      `The smallest window that works is ${smallestWindow}. Largest pinned fragments: ${list || 'none'}.`,
    'Raise the window, lower the reserve, pass fewer tools, or shorten pinned fragments.',
    details,
  )
}

/** Whether an error is about required content that exceeds the window or a limit. */
export function isOverflow(error: unknown): boolean {
  return isLamellaError(error, 'CONTEXT_OVERFLOW') || isLamellaError(error, 'LIMIT_OVERFLOW')
}

/** Returns the tokens of the whole request. */
function usedBy({ tokens, framing }: ComposedContext, { tools }: Sizes): number {
  return tokens + framing + tools
}
