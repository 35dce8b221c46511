import type { Fragment } from '../contract/fragment.ts'
import type { Layer } from '../contract/layer.ts'
import { LamellaError } from '../errors.ts'
import { isTextLayer } from './is-text-layer.ts'

/** A layer and the fragments it returned. */
interface Returned {
  readonly layer: Layer
  readonly result: { readonly fragments: readonly Fragment[] }
}

/**
 * Checks that messages of the session stand in the order of their positions, whichever layers they are from, and each
 * once: a later request of a run puts them in that order, and would not repeat this one.
 *
 * @throws LamellaError `LAYER_OUTPUT_INVALID`
 */
export function checkPositions(sources: readonly Returned[]): void {
  let last: { readonly layer: string; readonly position: number } | undefined
  for (const { layer, result } of sources) {
    if (isTextLayer(layer)) continue
    for (const { position } of result.fragments) {
      if (position === undefined) continue
      if (last && position <= last.position) throw outOfOrder(layer.name, position, last)
      last = { layer: layer.name, position }
    }
  }
}

function outOfOrder(
  layer: string,
  position: number,
  last: { readonly layer: string; readonly position: number },
): LamellaError<'LAYER_OUTPUT_INVALID'> {
  const problem = `its message at position ${position} of the session follows position ${last.position} of layer '${last.layer}'`
  return new LamellaError({
    code: 'LAYER_OUTPUT_INVALID',
    what: `Layer '${layer}': ${problem}.`,
    fix: 'Return messages of the session in the order of their positions, each from one layer, and order the layers in the same way.',
    details: { layer, problem },
  })
}
