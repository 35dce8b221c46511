import { type DeadlineOptions, withDeadline } from '@lamella/core/plugin'

/** Timers of more milliseconds go off at once. */
export const longestTimer: number = 2 ** 31 - 1

/** Something that was given up since it took too long. */
export class DeadlineError extends Error {}

/**
 * Waits for work as `withDeadline` does; what takes too long is a `DeadlineError`, which callers tell from what the work throws.
 *
 * @throws LamellaError `ABORTED`; DeadlineError; what the work throws
 */
export function inTime<Value>(
  work: (signal: AbortSignal) => Value | PromiseLike<Value>,
  options: DeadlineOptions & { readonly deadline: number },
): Promise<Value> {
  const timedOut = (milliseconds: number): Error =>
    new DeadlineError(`${options.what} took longer than ${milliseconds} ms.`)
  return withDeadline(work, { timedOut, ...options })
}
