import { failed } from '../collect/load-layer.ts'
import type { Fragment, Kept } from '../contract/fragment.ts'
import type { Layer } from '../contract/layer.ts'
import type { Message } from '../contract/message.ts'
import type { Unit } from '../contract/truncation.ts'
import { isLamellaError, LamellaError } from '../errors.ts'
import { contentAt } from '../plan/units.ts'

/** Between fragments of a layer that has no `compose` of its own. */
export const defaultSeparator = '\n\n'

/** What is kept of a layer's units, in the order in which the layer gave its fragments. */
export function keptFragments(
  fragments: readonly Fragment[],
  units: readonly Unit[],
  rungs: Int32Array,
): readonly Kept[] {
  const rungOf = new Map<Fragment, number>()
  for (const unit of units) {
    const rung = rungs[unit.position] ?? 0
    if (rung === 0) continue
    for (const fragment of unit.fragments) rungOf.set(fragment, rung < unit.tokens.length ? rung : -1)
  }
  const kept: Kept[] = []
  for (const fragment of fragments) {
    const rung = rungOf.get(fragment) ?? 0
    if (rung >= 0) kept.push({ fragment, ...contentAt(fragment, rung) })
  }
  return kept
}

/**
 * The text of a `system` layer: its own `compose`, or its fragments joined by an empty line. '' when nothing is kept.
 *
 * @throws LamellaError `LAYER_FAILED`, `LAYER_OUTPUT_INVALID`
 */
export function composeText(layer: Layer, kept: readonly Kept[]): string {
  if (kept.length === 0) return ''
  if (!layer.compose) return kept.map((item) => item.content).join(defaultSeparator)
  let text: unknown
  try {
    text = layer.compose(kept)
  } catch (cause) {
    throw isLamellaError(cause) ? cause : failed(layer, cause)
  }
  if (typeof text === 'string') return text
  throw new LamellaError({
    code: 'LAYER_OUTPUT_INVALID',
    message: `Layer '${layer.name}': compose(kept) returned ${text === null ? 'null' : typeof text}, not text.`,
    fix: 'Return the text of what was kept.',
    details: { layer: layer.name, problem: 'compose did not return text' },
  })
}

/** The messages of a `messages` layer. */
export function composeMessages(kept: readonly Kept[]): readonly Message[] {
  return kept.flatMap((item) => item.content as readonly Message[])
}
