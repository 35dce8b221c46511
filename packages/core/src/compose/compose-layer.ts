import { failed } from '../collect/load-layer.ts'
import type { Fragment, Kept } from '../contract/fragment.ts'
import type { Layer } from '../contract/layer.ts'
import type { Message } from '../contract/message.ts'
import type { Unit } from '../contract/truncation.ts'
import { isLamellaError, LamellaError } from '../errors.ts'
import { contentAt } from '../plan/units.ts'
import { escapeFences } from '../text/tag-escaper.ts'

/** Separator between fragments of a layer without `compose`. */
export const defaultSeparator = '\n\n'

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
    throw isLamellaError(cause) ? cause : failed(layer, cause)
  }
  if (typeof text === 'string') return escapeFences(text)
  const problem = `compose(kept) returned ${text === null ? 'null' : typeof text}`
  throw new LamellaError({
    code: 'LAYER_OUTPUT_INVALID',
    what: `Layer '${layer.name}': ${problem}.`,
    fix: 'Return the text of what was kept.',
    details: { layer: layer.name, problem },
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
