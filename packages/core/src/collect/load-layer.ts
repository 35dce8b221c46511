import { aborted } from '../aborted.ts'
import type { Layer, LayerRequest, LayerResult } from '../contract/layer.ts'
import type { Message } from '../contract/message.ts'
import { isLamellaError, LamellaError } from '../errors.ts'
import { checkOutput } from './check-output.ts'
import type { Deadlines } from './deadlines.ts'
import { type Looked, watchedRequest } from './looked.ts'

/** The input that every layer gets; the rest is specific to the layer. */
export type SharedRequest = Omit<LayerRequest, 'signal' | 'limit'>

/** How a layer is loaded, and its deadline. */
export interface LoadOptions {
  readonly limit: number
  /** Milliseconds. */
  readonly deadline: number
  readonly deadlines: Deadlines
  /** The messages that were checked already. */
  readonly passed: WeakSet<Message>
  /** The signal of the whole build. */
  readonly signal: AbortSignal
  /** Where to note what the layer looks at. */
  readonly looked: Looked
}

/**
 * Loads one layer within its deadline. A layer that returns synchronously needs no timer and no promise.
 *
 * @throws LamellaError `LAYER_FAILED`, `LAYER_TIMEOUT`, `LAYER_OUTPUT_INVALID`, `ABORTED`: synchronously, or by
 * rejection
 */
export function loadLayer(
  layer: Layer,
  request: SharedRequest,
  { limit, deadline, deadlines, passed, signal, looked }: LoadOptions,
): LayerResult | Promise<LayerResult> {
  // If a layer's failure fails the build, the layer stops with all others; a layer that may be omitted stops alone.
  const own = layer.onError === 'omit' ? new AbortController() : undefined
  let output: unknown
  try {
    output = layer.load(watchedRequest(request, { limit, signal: own?.signal ?? signal }, looked))
  } catch (cause) {
    throw isLamellaError(cause) ? cause : failed(layer, cause)
  }
  if (!isPromise(output)) return checkOutput(layer, output, passed)
  const loading = output
  return new Promise((resolve, reject) => {
    const settled = deadlines.watch(deadline, (stopped) => {
      const error = stopped ? aborted(stopped) : timedOut(layer, deadline)
      reject(error)
      own?.abort(error)
    })
    const done = (value: unknown): void => {
      settled()
      resolve(checkOutput(layer, value, passed))
    }
    const fail = (cause: unknown): void => {
      settled()
      reject(isLamellaError(cause) ? cause : failed(layer, cause))
    }
    Promise.resolve(loading).then(done).catch(fail)
  })
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as PromiseLike<unknown>).then === 'function'
}

/** Wraps an error that a layer threw, to add the layer's name. */
export function failed(layer: Layer, cause: unknown): LamellaError<'LAYER_FAILED'> {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new LamellaError({
    code: 'LAYER_FAILED',
    what: `Layer '${layer.name}' threw: ${why}`,
    fix: "See the cause, or set onError: 'omit' to continue without it.",
    details: { layer: layer.name },
    cause,
  })
}

function timedOut(layer: Layer, deadline: number): LamellaError<'LAYER_TIMEOUT'> {
  return new LamellaError({
    code: 'LAYER_TIMEOUT',
    what: `Layer '${layer.name}' did not load within ${deadline} ms.`,
    fix: "Raise its deadline, or set onError: 'omit' to continue without it.",
    details: { layer: layer.name, deadline },
  })
}
