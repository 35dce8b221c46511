import { coreError, type LamellaError } from './errors.ts'

/**
 * Creates the error for aborted work. Its cause is the signal's reason.
 *
 * @param what The work, as the subject of a sentence.
 */
export function aborted(signal: AbortSignal, what = 'The build'): LamellaError<'ABORTED'> {
  return coreError('ABORTED', `${what} was aborted by its signal.`, 'Call it again.', {}, signal.reason)
}

/**
 * Throws if the signal was aborted. `AbortSignal.throwIfAborted` throws whatever reason the caller gave, or a
 * `DOMException`; this throws an error with a code.
 *
 * @param what The work, as the subject of a sentence, such as `The search`.
 * @throws LamellaError `ABORTED`
 * @example
 * throwIfAborted(request.signal, 'The search')
 */
export function throwIfAborted(signal: AbortSignal | undefined, what: string): void {
  if (signal?.aborted) throw aborted(signal, what)
}

/** How long to wait for work. */
export interface DeadlineOptions {
  /** The work, as the subject of a sentence, such as `The search`. */
  readonly what: string
  /** Ends the wait as soon as it is aborted. */
  readonly signal?: AbortSignal | undefined
  /** Ends the wait after this many milliseconds. Default: never. */
  readonly deadline?: number | undefined
  /** Creates the error for work that took too long. Default: an `Error` that names the work and the milliseconds. */
  readonly timedOut?: (milliseconds: number) => Error
  /** Aborted when the wait ends early. Default: one that only the work knows. */
  readonly own?: AbortController | undefined
}

/** The longest delay of a timer, in milliseconds: one with a longer delay fires at once. */
export const longestTimer: number = 2 ** 31 - 1

/**
 * Waits for work until it is done, its signal is aborted, or its deadline has passed. The work may ignore the signal:
 * the wait ends anyway, and a later result is discarded. Leaves no timer and no listener.
 *
 * @throws LamellaError `ABORTED`, also if the work throws because of the abort; the error of `timedOut`; what the work
 * throws
 * @example
 * const answer = await withDeadline((signal) => fetch(url, { signal }), { what: 'The call', deadline: 5_000 })
 */
export async function withDeadline<Value>(
  work: (signal: AbortSignal) => Value | PromiseLike<Value>,
  { what, signal, deadline, timedOut, own = new AbortController() }: DeadlineOptions,
): Promise<Value> {
  throwIfAborted(signal, what)
  // Only the work can end the wait.
  if (signal === undefined && deadline === undefined) return work(own.signal)
  let cancel = (): void => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopped = new Promise<never>((_, reject) => {
    const stop = (error: Error): void => {
      reject(error)
      own.abort(error)
    }
    if (signal) {
      cancel = () => stop(aborted(signal, what))
      signal.addEventListener('abort', cancel, { once: true })
    }
    if (deadline !== undefined) {
      const late = timedOut ?? ((milliseconds) => new Error(`${what} took longer than ${milliseconds} ms.`))
      timer = setTimeout(() => stop(late(deadline)), Math.min(deadline, longestTimer))
    }
  })
  // In a separate function, so that a synchronous throw does not skip clearing the timer.
  const worked = async (): Promise<Value> => work(own.signal)
  try {
    return await Promise.race([stopped, worked()])
  } catch (error) {
    // Work with access to the signal may react first, and throw its own error.
    throw signal?.aborted ? aborted(signal, what) : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}
