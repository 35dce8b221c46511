import type { Layer, LayerRequest, LayerResult } from '../contract/layer.ts'
import { isLamellaError, LamellaError } from '../errors.ts'
import { checkOutput } from './check-output.ts'

/** What every layer is asked with; the rest is the layer's own. */
export type SharedRequest = Omit<LayerRequest, 'signal' | 'limit'>

/**
 * Loads one layer: within its deadline, and only until `signal` is aborted. A layer that answers at once costs no
 * timer. The promise is rejected with a LamellaError that names the layer, whatever it threw.
 *
 * @throws LamellaError `LAYER_FAILED`, `LAYER_TIMEOUT`, `LAYER_OUTPUT_INVALID`, `ABORTED`
 */
export async function loadLayer(
  layer: Layer,
  request: SharedRequest,
  limit: number,
  deadline: number,
  signal: AbortSignal,
): Promise<LayerResult> {
  const own = new AbortController()
  let output: unknown
  try {
    output = layer.load({ ...request, limit, signal: own.signal })
    if (isPromise(output)) output = await settle(layer, output, own, deadline, signal)
  } catch (cause) {
    throw isLamellaError(cause) ? cause : failed(layer, cause)
  }
  return checkOutput(layer, output)
}

function settle(
  layer: Layer,
  promise: PromiseLike<unknown>,
  own: AbortController,
  deadline: number,
  signal: AbortSignal,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const stop = (error: LamellaError): void => {
      done()
      reject(error)
      own.abort(error)
    }
    const onAbort = (): void => stop(aborted(signal))
    const timer = setTimeout(() => stop(timedOut(layer, deadline)), deadline)
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    promise.then(
      (value) => {
        done()
        resolve(value)
      },
      (error) => {
        done()
        reject(error)
      },
    )
  })
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as PromiseLike<unknown>).then === 'function'
}

/** The error of a build whose signal was aborted; the signal's reason is its cause. */
export function aborted(signal: AbortSignal): LamellaError<'ABORTED'> {
  return new LamellaError({
    code: 'ABORTED',
    message: 'The build was aborted by its signal.',
    fix: 'Nothing was changed; build again when needed.',
    details: {},
    cause: signal.reason,
  })
}

/** Wraps what a layer threw, so that its name is known. */
export function failed(layer: Layer, cause: unknown): LamellaError<'LAYER_FAILED'> {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new LamellaError({
    code: 'LAYER_FAILED',
    message: `Layer '${layer.name}' threw: ${why}`,
    fix: "See the cause, or give the layer onError: 'omit' to go on without it.",
    details: { layer: layer.name },
    cause,
  })
}

function timedOut(layer: Layer, deadline: number): LamellaError<'LAYER_TIMEOUT'> {
  return new LamellaError({
    code: 'LAYER_TIMEOUT',
    message: `Layer '${layer.name}' did not load within ${deadline} ms.`,
    fix: "Give it a longer deadline, make it heed its signal, or give it onError: 'omit' to go on without it.",
    details: { layer: layer.name, deadline },
  })
}
