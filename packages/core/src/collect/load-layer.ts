import type { Layer, LayerRequest, LayerResult } from '../contract/layer.ts'
import type { Message, UserMessage } from '../contract/message.ts'
import type { Session } from '../contract/sources.ts'
import { coreError, isLamellaError, type LamellaError } from '../errors.ts'
import { withDeadline } from '../with-deadline.ts'
import { checkOutput } from './check-output.ts'

/** The input that every layer gets; the rest is specific to the layer. */
export type SharedRequest = Omit<LayerRequest, 'signal' | 'limit'>

/** How a layer is loaded, and its deadline. */
interface LoadOptions {
  readonly limit: number
  /** Milliseconds. */
  readonly deadline: number
  /** The messages that were checked already. */
  readonly passed: WeakSet<Message>
  /** The signal of the whole build. */
  readonly signal: AbortSignal
  /** Where to note what the layer looks at. */
  readonly reads: Reads
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
  { limit, deadline, passed, signal, reads }: LoadOptions,
): LayerResult | Promise<LayerResult> {
  // If a layer's failure fails the build, the layer stops with all others; a layer that may be omitted stops alone.
  const own = layer.onError === 'omit' ? new AbortController() : undefined
  let output: unknown
  try {
    output = layer.load(watchedRequest(request, { limit, signal: own?.signal ?? signal }, reads))
    // Inside: what a layer returns may throw when it is read.
    if (!isPromise(output)) return checkOutput(layer, output, passed)
  } catch (cause) {
    throw failed(layer, cause)
  }
  const loading = Promise.resolve(output)
    .then((value) => checkOutput(layer, value, passed))
    .catch((cause: unknown) => {
      throw failed(layer, cause)
    })
  // Nobody waits for it if everything has been stopped, and it may still reject.
  loading.catch(() => {})
  const timedOut = (): Error => timeout(layer, deadline)
  return withDeadline(() => loading, { what: 'The build', signal, deadline, timedOut, own })
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as PromiseLike<unknown>).then === 'function'
}

/** Wraps an error that a layer threw, to add the layer's name; errors of Lamella stay as they are. */
export function failed(layer: Layer, cause: unknown): LamellaError {
  if (isLamellaError(cause)) return cause
  const why = cause instanceof Error ? cause.message : String(cause)
  return coreError(
    'LAYER_FAILED',
    `Layer '${layer.name}' threw: ${why}`,
    "See the cause, or set onError: 'omit' to continue without it.",
    { layer: layer.name },
    cause,
  )
}

function timeout(layer: Layer, deadline: number): LamellaError<'LAYER_TIMEOUT'> {
  return coreError(
    'LAYER_TIMEOUT',
    `Layer '${layer.name}' did not load within ${deadline} ms.`,
    "Raise its deadline, or set onError: 'omit' to continue without it.",
    { layer: layer.name, deadline },
  )
}

/** The parts of a request that a layer has read, while it loaded and after. */
export interface Reads {
  message: boolean
  /** More than its length. */
  session: boolean
}

/** Returns the request of a layer, and notes in `reads` what the layer reads. Without a new message it has no such key. */
function watchedRequest(
  { message, session, ...request }: Omit<LayerRequest, 'signal' | 'limit'>,
  own: Pick<LayerRequest, 'limit' | 'signal'>,
  reads: Reads,
): LayerRequest {
  const watched = { ...request, ...own, session: watchedSession(session, reads) }
  if (message !== undefined) {
    const get = (): UserMessage => {
      reads.message = true
      return message
    }
    Object.defineProperty(watched, 'message', { enumerable: true, get })
  }
  return watched as LayerRequest
}

function watchedSession(session: Session, reads: Reads): Session {
  return new Proxy(session, {
    get: (target, key) => {
      if (key !== 'length') reads.session = true
      return Reflect.get(target, key, target)
    },
  })
}
