import type { Fragment } from '../contract/fragment.ts'
import type { Layer, LayerResult, LayerRun } from '../contract/layer.ts'
import type { Message } from '../contract/message.ts'
import type { SessionKind } from '../contract/scope.ts'
import type { Notice, Session } from '../contract/sources.ts'
import { coreError, isLamellaError, type LamellaError } from '../errors.ts'
import { type Traces, traced } from '../traced.ts'
import { aborted } from '../with-deadline.ts'
import { loadLayer, type Reads, type SharedRequest } from './load-layer.ts'

/** A layer and the result of loading it. */
export interface Collected {
  readonly layer: Layer
  readonly status: 'loaded' | 'hidden' | 'failed'
  readonly result: LayerResult
  readonly why?: string
  readonly error?: Error
  /** Messages of the session before this position were sent in the run. */
  readonly sentTo?: number | undefined
  /** What it has read; nothing if it is hidden. */
  readonly reads?: Reads
}

interface CollectOptions {
  /** The maximum number of tokens the layer could be granted. */
  readonly limitOf: (layer: Layer) => number
  /** Milliseconds, for layers without a deadline of their own. */
  readonly deadline: number
  /** The messages that were checked already. */
  readonly passed: WeakSet<Message>
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
  const { signal, limitOf, deadline, passed, runOf, traces } = options
  if (signal?.aborted) throw aborted(signal)
  const all = new AbortController()
  const onAbort = (): void => all.abort(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const load = async (layer: Layer): Promise<T> => {
    const why = hiddenBecause(layer, request.scope.kind)
    if (why) return then({ layer, status: 'hidden', result: nothing, why })
    const reads: Reads = { message: false, session: false }
    const own = {
      limit: limitOf(layer),
      deadline: layer.deadline ?? deadline,
      passed,
      signal: all.signal,
      reads,
    }
    let collected: Collected
    try {
      const asked = runOf ? { ...request, run: runOf(layer) } : request
      const loading = traced(traces, { type: 'load', layer: layer.name }, () => loadLayer(layer, asked, own))
      collected = { layer, status: 'loaded', result: await loading, reads }
    } catch (error) {
      if (all.signal.aborted || layer.onError !== 'omit' || !isLamellaError(error)) throw error
      collected = { ...withoutResult({ layer }, error), reads }
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

/**
 * Whether a layer shows the new message: it has read it, and offers something that is no message of the session. A layer of
 * the system prompt may have read it only to search by it, so its text must have that of the message. A layer that failed and is
 * omitted says so itself.
 */
export function takesMessage(
  { layer, status, result, reads }: Collected,
  { message, session }: SharedRequest,
): boolean {
  if (message === undefined || reads?.message !== true) return false
  if (status === 'failed') return true
  const text = textOf(message).trim()
  const isShown = ({ content, position = session.length }: Fragment): boolean =>
    position >= session.length &&
    (layer.placement === 'messages' || (typeof content === 'string' && text !== '' && content.includes(text)))
  return result.fragments.some(isShown)
}

/** The error for a new message that no layer shows. */
export function messageNotTaken(): LamellaError<'REQUEST_INVALID'> {
  return coreError(
    'REQUEST_INVALID',
    'The request has a new message, but no layer shows it.',
    'Add message() of @lamella/layers, or return request.message from a layer.',
    { key: 'message' },
  )
}

/** The notices for a session that no layer reads. */
export function sessionNotices(collected: readonly Collected[], { length }: Session): readonly Notice[] {
  if (length === 0 || collected.some(({ reads }) => reads?.session === true)) return []
  return [
    {
      code: 'SESSION_NOT_READ',
      what: `No layer reads the session of ${length} messages.`,
      fix: 'Add history() of @lamella/layers, or omit the session.',
      details: { length },
    },
  ]
}

function textOf({ content }: Message): string {
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}
