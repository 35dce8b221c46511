import { type DeadlineOptions, withDeadline } from '@lamella/core/plugin'

/** Timers with a longer delay fire at once. */
export const longestTimer: number = 2 ** 31 - 1

/** Thrown when work was abandoned because it took too long. */
class DeadlineError extends Error {}

/**
 * Waits for work like `withDeadline`, but throws a `DeadlineError` on timeout, so callers can distinguish it from
 * errors of the work.
 *
 * @throws LamellaError `ABORTED`; DeadlineError; errors of the work
 */
export function inTime<Value>(
  work: (signal: AbortSignal) => Value | PromiseLike<Value>,
  options: DeadlineOptions & { readonly deadline: number },
): Promise<Value> {
  const timedOut = (milliseconds: number): Error =>
    new DeadlineError(`${options.what} took longer than ${milliseconds} ms.`)
  return withDeadline(work, { timedOut, ...options })
}
