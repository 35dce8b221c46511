import { withDeadline } from '@lamella/core/plugin'

/** Thrown when an answer was given up on because it took too long. */
export class TimedOut extends Error {}

/**
 * Waits for the answer of a summarizer or a strategy. After `milliseconds`, its signal is aborted and a late answer is
 * ignored.
 *
 * @throws TimedOut, LamellaError `ABORTED`, and what the work throws
 */
export function inTime<Value>(
  work: (signal: AbortSignal) => Value | PromiseLike<Value>,
  milliseconds: number | undefined,
  signal: AbortSignal,
): Promise<Value> {
  return withDeadline(work, {
    what: 'The summary',
    deadline: milliseconds,
    signal,
    timedOut: (most) => new TimedOut(`The summary took longer than ${most} ms.`),
  })
}
