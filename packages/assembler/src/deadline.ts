import { aborted, throwIfAborted } from '@lamella/core/plugin'

/** Timers of more milliseconds go off at once. */
export const longestTimer: number = 2 ** 31 - 1

/** Something that was given up since it took too long. */
export class DeadlineError extends Error {}

/**
 * Gives up work that takes too long, or whose signal is aborted: its own signal is aborted, and what it comes to later is not
 * heard. No timer is left, whether it answers, throws, hangs or is cancelled.
 *
 * @param what The subject of the error's sentence.
 * @throws LamellaError `ABORTED`, whose cause is the reason of the signal; DeadlineError; what the work throws
 */
export async function withDeadline<Value>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  what: string,
  work: (signal: AbortSignal) => Value | PromiseLike<Value>,
): Promise<Value> {
  throwIfAborted(signal, what)
  const control = new AbortController()
  const cancel = (): void => {
    if (signal) control.abort(aborted(signal, what))
  }
  const stopped = new Promise<never>((_, reject) => {
    control.signal.addEventListener('abort', () => reject(control.signal.reason), { once: true })
  })
  // In a function of its own, so that work that throws at once does not leave before the timer is cleared.
  const worked = async (): Promise<Value> => work(control.signal)
  signal?.addEventListener('abort', cancel, { once: true })
  const giveUp = (): void => control.abort(new DeadlineError(`${what} took longer than ${milliseconds} ms.`))
  const timer = setTimeout(giveUp, Math.min(milliseconds, longestTimer))
  try {
    return await Promise.race([stopped, worked()])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}
