import { aborted } from '../aborted.ts'
import type { Layer, LayerResult } from '../contract/layer.ts'
import type { LayerRun } from '../contract/layer-run.ts'
import type { SessionKind } from '../contract/scope.ts'
import { isLamellaError } from '../errors.ts'
import { type Traces, traced } from '../traced.ts'
import { createDeadlines } from './deadlines.ts'
import { loadLayer, type SharedRequest } from './load-layer.ts'
import type { Looked } from './looked.ts'

/** A layer and the result of loading it. */
export interface Collected {
  readonly layer: Layer
  readonly status: 'loaded' | 'hidden' | 'failed'
  readonly result: LayerResult
  readonly why?: string
  readonly error?: Error
  /** Messages of the session before this position were sent in the run. */
  readonly sentTo?: number | undefined
  /** What it has looked at; nothing if it is hidden. */
  readonly looked?: Looked
}

export interface CollectOptions {
  /** The maximum number of tokens the layer could be granted. */
  readonly limitOf: (layer: Layer) => number
  /** Milliseconds, for layers without a deadline of their own. */
  readonly deadline: number
  readonly signal: AbortSignal | undefined
  /** What follows the build. */
  readonly traces: Traces
  /** What a layer gets of the run. */
  readonly runOf?: (layer: Layer) => LayerRun
}

const nothing: LayerResult = { fragments: [] }

/**
 * Loads all layers in parallel and passes each to `then` as soon as it is loaded: while one layer waits for a disk,
 * another is counted. The first failure of a layer that must not be omitted stops the others; so does the signal. The
 * result is in the layers' order, whatever order they finish in.
 *
 * @throws LamellaError of the first such layer, or `ABORTED`
 */
export async function collect<T extends object>(
  layers: readonly Layer[],
  request: SharedRequest,
  options: CollectOptions,
  then: (collected: Collected) => T,
): Promise<readonly T[]> {
  const { signal, limitOf, deadline, runOf, traces } = options
  if (signal?.aborted) throw aborted(signal)
  const all = new AbortController()
  const onAbort = (): void => all.abort(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const deadlines = createDeadlines(all.signal)
  const load = async (layer: Layer): Promise<T> => {
    const why = hiddenBecause(layer, request.scope.kind)
    if (why) return then({ layer, status: 'hidden', result: nothing, why })
    const looked: Looked = { message: false, session: false }
    const own = { limit: limitOf(layer), deadline: layer.deadline ?? deadline, deadlines, signal: all.signal, looked }
    let collected: Collected
    try {
      const asked = runOf ? { ...request, run: runOf(layer) } : request
      const loading = traced(traces, { type: 'load', layer: layer.name }, () => loadLayer(layer, asked, own))
      collected = { layer, status: 'loaded', result: await loading, looked }
    } catch (error) {
      if (all.signal.aborted || layer.onError !== 'omit' || !isLamellaError(error)) throw error
      collected = { ...withoutResult({ layer }, error), looked }
    }
    return then(collected)
  }
  // Always rejects instead of throwing: a layer that fails at once must not leave the promises of others without a
  // handler.
  const start = (layer: Layer): Promise<T> =>
    load(layer).catch((error: unknown) => {
      all.abort(error)
      throw error
    })
  try {
    return await Promise.all(layers.map(start))
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}

/** Returns the entry of a layer that failed and is omitted. */
export function withoutResult({ layer }: Pick<Collected, 'layer'>, error: Error): Collected {
  return { layer, status: 'failed', result: nothing, why: error.message, error }
}

/** Whether a kind of session is in an audience; without a kind it is not. */
export function isSeenBy(audience: readonly string[], kind: string | undefined): boolean {
  return kind !== undefined && audience.includes(kind)
}

/** Returns why a layer is hidden from this kind of session. */
function hiddenBecause({ audience }: Layer, kind: SessionKind | undefined): string | undefined {
  if (!audience || isSeenBy(audience, kind)) return undefined
  const own = kind ? `is ${kind}` : 'has no scope.kind'
  return `it is for sessions of kind ${audience.join(', ') || 'none'}; this one ${own}`
}
