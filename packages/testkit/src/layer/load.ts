import type { Fragment, Layer, LayerOutput, LayerRequest } from '@lamella/core'
import { fakeRequest } from '../fakes/fake-request.ts'
import { fakeSession } from '../fakes/fake-session.ts'
import { ignored } from '../kit/conformance-error.ts'
import { within } from '../kit/within.ts'
import type { LayerBench } from './options.ts'

/** A request and its result. */
export interface Loaded {
  readonly request: LayerRequest
  readonly output: LayerOutput
  /** The fragments of the result, if any. */
  readonly fragments: readonly Fragment[]
}

/** Incomplete requests, by the field they lack. */
export const bareRequests: Readonly<Record<string, () => Partial<LayerRequest>>> = {
  'an empty session': () => ({ session: fakeSession([]) }),
  'no message': () => ({ message: undefined, query: '' }),
  'no tools': () => ({ tools: [] }),
  'no time': () => ({ now: undefined }),
  'no room (limit 0)': () => ({ limit: 0 }),
  'an empty request': () => ({
    ...{ session: fakeSession([]), message: undefined, query: '', tools: [], now: undefined, limit: 0 },
  }),
}

/** The standard request with the author's fields and the given ones merged over it. */
export function requestFor(bench: LayerBench, overrides: Partial<LayerRequest> = {}): LayerRequest {
  return fakeRequest({ ...bench.options.request, ...overrides })
}

/** Loads once, and fails the case if that takes longer than the suite's patience. */
export async function load(
  layer: Layer,
  bench: LayerBench,
  request: LayerRequest = requestFor(bench),
): Promise<Loaded> {
  const { patience = 2000 } = bench.options
  const loaded = await within(patience, () => layer.load(request))
  if (!loaded) return bench.fail('load to reject or to return', `neither after ${patience} ms`)
  return { request, output: loaded.result, fragments: fragmentsOf(loaded.result) }
}

/** Answers to the standard request, to the incomplete ones, and to the author's own. */
export async function loadAll(layer: Layer, bench: LayerBench): Promise<readonly Loaded[]> {
  const loaded = [await load(layer, bench)]
  for (const overrides of bench.options.requests ?? [])
    loaded.push(await load(layer, bench, requestFor(bench, overrides)))
  for (const bare of Object.values(bareRequests)) {
    // Another rule checks whether they are answered at all.
    const answer = await load(layer, bench, requestFor(bench, bare())).catch(ignored)
    if (answer) loaded.push(answer)
  }
  return loaded
}

function fragmentsOf(output: unknown): readonly Fragment[] {
  if (typeof output === 'string') return [{ id: 'text', content: output }]
  if (typeof output !== 'object' || output === null) return []
  const list: unknown = Array.isArray(output) ? output : (output as { readonly fragments?: unknown }).fragments
  return Array.isArray(list) ? list.filter((fragment) => typeof fragment === 'object' && fragment !== null) : []
}
