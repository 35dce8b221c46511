import { composeMessages, composeText, keptFragments } from '../compose/compose-layer.ts'
import type { SystemPart } from '../contract/context.ts'
import type { Kept } from '../contract/fragment.ts'
import type { Message } from '../contract/message.ts'
import type { Counter } from '../measure/counter.ts'
import { type Plan, planPrefix } from '../plan/plan.ts'
import { fewestBlocks, schedule } from '../plan/schedule.ts'
import type { Measured } from './measure-layer.ts'
import { overflow } from './overflow.ts'

/** Fixed costs of a request and its sizes, in tokens. */
export interface Sizes {
  readonly window: number
  readonly reserve: number
  readonly tools: number
}

/** What one layer became. */
export interface ComposedLayer {
  readonly kept: readonly Kept[]
  /** '' for a `messages` layer. */
  readonly text: string
  readonly tokens: number
}

/** A context that fits. */
export interface Fitted {
  readonly sizes: Sizes
  readonly plan: Plan
  readonly layers: readonly ComposedLayer[]
  readonly framing: number
  readonly system: readonly SystemPart[]
  readonly messages: readonly Message[]
}

/**
 * Plans, composes, and counts what was composed. Joined text can take a token or two more than its parts did alone;
 * then one more block is taken, and one more, until the count fits. One at a time, since that keeps G4: what a smaller
 * budget ends with is among what a larger one tries.
 *
 * @throws LamellaError `CONTEXT_OVERFLOW`
 */
export function fitContext(measured: readonly Measured[], counter: Counter, sizes: Sizes): Fitted {
  const planLayers = measured.map((item) => item.plan)
  const whole = schedule(planLayers)
  const hasSystem = measured.some(
    ({ source, fragments }) => source.layer.placement === 'system' && fragments.length > 0,
  )
  const fixed = sizes.tools + counter.framing.request + (hasSystem ? counter.framing.message : 0)
  const budget = sizes.window - sizes.reserve - fixed
  const composed: (ComposedLayer | undefined)[] = []
  let last: Plan | undefined
  for (let k = fewestBlocks(whole, budget); k < whole.saved.length; k++) {
    const plan = planPrefix(planLayers, whole, k, budget)
    const layers = measured.map((item, index) => {
      const unchanged = last && sameRungs(last.rungs[index], plan.rungs[index])
      const known = unchanged ? composed[index] : undefined
      composed[index] = known ?? composeLayer(item, plan.rungs[index] ?? new Int32Array(), counter)
      return composed[index]
    })
    last = plan
    const fitted = assemble(measured, layers, plan, counter, sizes)
    const used = fitted.framing + sizes.tools + layers.reduce((sum, layer) => sum + layer.tokens, 0)
    if (used + sizes.reserve <= sizes.window) return fitted
    if (k === whole.saved.length - 1) throw overflow(measured, fitted, used)
  }
  // The schedule always has its empty prefix, so the loop has returned or thrown.
  throw new RangeError('unreachable')
}

function composeLayer({ source, fragments, plan }: Measured, rungs: Int32Array, counter: Counter): ComposedLayer {
  const kept = keptFragments(fragments, plan.units, rungs)
  if (source.layer.placement === 'system') {
    const text = composeText(source.layer, kept)
    return { kept, text, tokens: counter.text(text) }
  }
  const tokens = plan.units.reduce((sum, unit) => sum + (unit.tokens[rungs[unit.position] ?? 0] ?? 0), 0)
  return { kept, text: '', tokens }
}

function assemble(
  measured: readonly Measured[],
  layers: readonly ComposedLayer[],
  plan: Plan,
  counter: Counter,
  sizes: Sizes,
): Fitted {
  const system: SystemPart[] = []
  const messages: Message[] = []
  for (const [index, { source }] of measured.entries()) {
    const { name, stability, placement } = source.layer
    const { text, kept } = layers[index] as ComposedLayer
    if (placement === 'messages') messages.push(...composeMessages(kept))
    else if (text !== '') system.push({ role: 'system', content: text, layer: name, stability })
  }
  const { framing } = counter
  const joints = Math.max(0, system.length - 1) * counter.text(framing.systemSeparator)
  const systemFraming = system.length > 0 ? framing.message + joints : 0
  return { sizes, plan, layers, framing: framing.request + systemFraming, system, messages }
}

function sameRungs(a: Int32Array | undefined, b: Int32Array | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((rung, index) => rung === b[index])
}
