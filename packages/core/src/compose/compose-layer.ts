import { isTextLayer } from '../collect/check-output.ts'
import { failed } from '../collect/load-layer.ts'
import type { Fragment, Kept } from '../contract/fragment.ts'
import type { Layer } from '../contract/layer.ts'
import type { Message } from '../contract/message.ts'
import type { Counter } from '../contract/tokenizer.ts'
import type { Unit } from '../contract/truncation.ts'
import { coreError } from '../errors.ts'
import { contentAt } from '../plan/units.ts'
import { escapeFences } from '../text/escape.ts'

/** Separator between fragments of a layer without `compose`. */
const defaultSeparator = '\n\n'

/** Returns the kept fragments of a layer's units, in the order in which the layer returned them. */
export function keptFragments(
  fragments: readonly Fragment[],
  units: readonly Unit[],
  rungs: Int32Array,
): readonly Kept[] {
  const kept: Kept[] = []
  const add = (fragment: Fragment, unit: Unit | undefined): void => {
    const rung = unit ? (rungs[unit.position] ?? 0) : 0
    if (unit && rung >= unit.tokens.length) return
    const own = Math.min(rung, fragment.shorter?.length ?? 0)
    kept.push({ fragment, rung: own, content: contentAt(fragment, own) })
  }
  if (units.length === fragments.length) {
    // Each fragment is a unit of its own, in the same order.
    for (let index = 0; index < fragments.length; index++) add(fragments[index] as Fragment, units[index])
    return kept
  }
  const unitOf = new Map<Fragment, Unit>()
  for (const unit of units) for (const fragment of unit.fragments) unitOf.set(fragment, unit)
  for (const fragment of fragments) add(fragment, unitOf.get(fragment))
  return kept
}

/**
 * Returns the text of a `system` layer: from its `compose`, or its fragments joined by an empty line. '' when nothing
 * is kept. The tags of updates and digests are escaped in the whole: only the builder writes those, and a tag may begin in one
 * fragment and end in the next.
 *
 * @throws LamellaError `LAYER_FAILED`, `LAYER_OUTPUT_INVALID`
 */
export function composeText(layer: Layer, kept: readonly Kept[]): string {
  if (kept.length === 0) return ''
  if (!layer.compose) return escapeFences(kept.map((item) => item.content).join(defaultSeparator))
  let text: unknown
  try {
    text = layer.compose(kept)
  } catch (cause) {
    throw failed(layer, cause)
  }
  if (typeof text === 'string') return escapeFences(text)
  const problem = 'compose(kept) returned no text'
  throw coreError('LAYER_OUTPUT_INVALID', `Layer '${layer.name}': ${problem}.`, 'Return the text of what was kept.', {
    layer: layer.name,
    problem,
  })
}

/** Wraps the text of a `messages` layer in a message. */
export function userMessage(text: string): Message {
  return { role: 'user', content: text }
}

/** Appends the messages of a `messages` layer. One by one: the number of call arguments is limited. */
export function appendMessages(messages: Message[], kept: readonly Kept[]): void {
  for (const { content } of kept) for (const message of content as readonly Message[]) messages.push(message)
}

/** Tokens that a layer's wrapping adds: once, and per fragment. */
export interface Wrapping {
  readonly frame: number
  readonly each: number
}

/**
 * Measures what a `compose` adds by composing the first fragment alone and the first two together. Exact for wrappings
 * that treat fragments alike; the count of the composed text at the end catches the rest.
 */
export function measureWrapping(layer: Layer, fragments: readonly Fragment[], counter: Counter): Wrapping {
  if (!isTextLayer(layer)) return { frame: 0, each: 0 }
  // Texts of a `messages` layer are a message of their own; the others are concatenated.
  const isMessage = layer.placement === 'messages'
  const separator = isMessage ? counter.framing.message : counter.text(counter.framing.systemSeparator)
  if (!layer.compose) return { frame: separator, each: counter.text(defaultSeparator) }
  const sample = fragments.slice(0, 2).map((fragment) => ({ fragment, rung: 0, content: fragment.content }))
  const [first, second] = sample
  if (!first) return { frame: 0, each: 0 }
  const alone = counter.text(composeText(layer, [first]))
  const frame = Math.max(0, alone - counter.content(first.content))
  if (!second) return { frame: frame + separator, each: 0 }
  const both = counter.text(composeText(layer, sample))
  const each = Math.max(0, both - alone - counter.content(second.content))
  return { frame: frame + separator, each }
}
