import { LamellaError } from '@lamella/core'
import { withDeadline } from '@lamella/core/plugin'

/** The limits of one piece of work of a build. */
export interface DeadlineOptions {
  /** The layer that the work is for. */
  readonly layer: string
  /** Milliseconds. */
  readonly deadline: number
  /** The signal of the build. */
  readonly signal: AbortSignal
}

/**
 * Waits for work until its deadline, or until the build is aborted, even if a memory or a store ignores its signal. After an abort
 * the error is `ABORTED`, whatever the work rejects with.
 *
 * @throws LamellaError `ABORTED`, `LAYER_TIMEOUT`, and errors of the work
 */
export function withinDeadline<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { layer, deadline, signal }: DeadlineOptions,
): Promise<Result> {
  return withDeadline(work, { what: 'The build', signal, deadline, timedOut: () => timedOut(layer, deadline) })
}

function timedOut(layer: string, deadline: number): LamellaError<'LAYER_TIMEOUT'> {
  return new LamellaError({
    code: 'LAYER_TIMEOUT',
    what: `The layer '${layer}' did not load within ${deadline} ms.`,
    fix: "Raise the 'deadline' of contextBuilder, or make the memory or the session store faster.",
    details: { layer, deadline },
  })
}
