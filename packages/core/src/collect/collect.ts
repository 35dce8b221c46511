import type { Layer, LayerResult } from '../contract/layer.ts'
import type { SessionKind } from '../contract/scope.ts'
import type { LamellaError } from '../errors.ts'
import { isLamellaError } from '../errors.ts'
import { createDeadlines } from './deadlines.ts'
import { aborted, loadLayer, type SharedRequest } from './load-layer.ts'

/** A layer and what came of asking it. */
export interface Collected {
  readonly layer: Layer
  readonly status: 'loaded' | 'hidden' | 'failed'
  readonly result: LayerResult
  readonly why?: string
  readonly error?: LamellaError
}

export interface CollectOptions {
  /** The most tokens a layer could be granted. */
  readonly limitOf: (layer: Layer) => number
  /** Milliseconds, for layers without a deadline of their own. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
}

const nothing: LayerResult = { fragments: [] }

/**
 * Loads all layers in parallel. The first failure of a layer that must not be left out stops the others; so does the
 * signal. The result is in the layers' order, whatever order they answered in.
 *
 * @throws LamellaError of the first such layer, or `ABORTED`
 */
export async function collect(
  layers: readonly Layer[],
  request: SharedRequest,
  options: CollectOptions,
): Promise<readonly Collected[]> {
  const { signal, limitOf, deadline } = options
  if (signal?.aborted) throw aborted(signal)
  const all = new AbortController()
  const onAbort = (): void => all.abort(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const deadlines = createDeadlines(all.signal)
  const failure = (layer: Layer, error: unknown): Collected => {
    if (!all.signal.aborted && layer.onError === 'omit' && isLamellaError(error)) {
      return { layer, status: 'failed', result: nothing, why: error.message, error }
    }
    all.abort(error)
    throw error
  }
  const load = (layer: Layer): Collected | Promise<Collected> => {
    const why = hiddenBecause(layer, request.scope.kind)
    if (why) return { layer, status: 'hidden', result: nothing, why }
    const own = { limit: limitOf(layer), deadline: layer.deadline ?? deadline, deadlines, signal: all.signal }
    try {
      const loaded = loadLayer(layer, request, own)
      if (!(loaded instanceof Promise)) return { layer, status: 'loaded', result: loaded }
      return loaded.then(
        (result) => ({ layer, status: 'loaded', result }),
        (error) => failure(layer, error),
      )
    } catch (error) {
      return failure(layer, error)
    }
  }
  try {
    return await Promise.all(layers.map(load))
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Why this kind of session may not see a layer. Without a kind nothing is assumed: layers with an audience stay out. */
function hiddenBecause({ audience }: Layer, kind: SessionKind | undefined): string | undefined {
  if (!audience || (kind && audience.includes(kind))) return undefined
  const forWhom = `it is for sessions of kind ${audience.join(', ') || 'none'}`
  return kind ? `${forWhom}; this one is ${kind}` : `${forWhom}; this one has no scope.kind`
}
