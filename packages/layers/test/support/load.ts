import type { Fragment, Kept, Layer, LayerRequest, LayerResult } from '@lamella/core'
import { fakeRequest } from '@lamella/testkit'

/** Returns the output of a layer for a minimal request, in its full form. */
export async function load(layer: Layer, given: Partial<LayerRequest> = {}): Promise<LayerResult> {
  const output = await layer.load(fakeRequest({ message: undefined, tools: [], now: undefined, ...given }))
  if (output === undefined) return { fragments: [] }
  if (typeof output === 'string') return { fragments: [{ id: 'text', content: output }] }
  return 'fragments' in output ? output : { fragments: output }
}

/** Returns the layer's text with every fragment at a rung, or at its shortest if it has fewer. */
export function compose(layer: Layer, fragments: readonly Fragment[], rung = 0): string {
  const kept: readonly Kept[] = fragments.map((fragment) => {
    const rungs = [fragment.content, ...(fragment.shorter ?? [])]
    const at = Math.min(rung, rungs.length - 1)
    return { fragment, rung: at, content: rungs[at] ?? '' }
  })
  return layer.compose ? layer.compose(kept) : kept.map(({ content }) => content).join('\n\n')
}

/** Returns the whole text of a layer for a request. */
export async function textOf(layer: Layer, given: Partial<LayerRequest> = {}): Promise<string> {
  return compose(layer, (await load(layer, given)).fragments)
}
