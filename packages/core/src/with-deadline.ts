import { aborted, throwIfAborted } from './aborted.ts'

/** How long work is waited for. */
export interface DeadlineOptions {
  /** The work, as the subject of a sentence, such as `The search`. */
  readonly what: string
  /** Ends the wait as soon as it is aborted. */
  readonly signal?: AbortSignal | undefined
  /** Ends the wait after so many milliseconds. Default: never. */
  readonly deadline?: number | undefined
  /** The error for work that took too long. Default: an `Error` that names the work and the milliseconds. */
  readonly timedOut?: (milliseconds: number) => Error
}

/** Timers of more milliseconds go off at once. */
const longestTimer = 2 ** 31 - 1

/**
 * Waits for work until it is done, its signal is aborted, or its deadline has passed. The work need not heed the signal that it is
 * given: nobody waits for what hangs, and what it comes to later is not heard. No timer and no listener is left.
 *
 * @throws LamellaError `ABORTED`, also where the work throws because of the abort; the error of `timedOut`; what the work throws
 * @example
 * const answer = await withDeadline((signal) => fetch(url, { signal }), { what: 'The call', deadline: 5_000 })
 */
export async function withDeadline<Value>(
  work: (signal: AbortSignal) => Value | PromiseLike<Value>,
  { what, signal, deadline, timedOut }: DeadlineOptions,
): Promise<Value> {
  throwIfAborted(signal, what)
  const own = new AbortController()
  // Nothing can end the wait but the work.
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
  // In a function of its own, so that work that throws at once does not leave before the timer is cleared.
  const worked = async (): Promise<Value> => work(own.signal)
  try {
    return await Promise.race([stopped, worked()])
  } catch (error) {
    // Work that knows the signal may be told of it first, and give up in its own words.
    throw signal?.aborted ? aborted(signal, what) : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}
