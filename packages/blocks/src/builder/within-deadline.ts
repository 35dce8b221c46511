import { LamellaError } from '@lamella/core'
import { withDeadline } from '@lamella/core/plugin'

/** How long work may take, and for which layer of the context it is done. */
export interface DeadlineOptions {
  readonly layer: string
  /** Milliseconds. */
  readonly deadline: number
  /** Of the build. */
  readonly signal: AbortSignal
}

/**
 * Waits for work until its deadline, or until the build is aborted: memories and stores need not heed their signal. Whatever the
 * work rejects with after an abort, the build was aborted.
 *
 * @throws LamellaError `ABORTED`, `LAYER_TIMEOUT`, and what the work throws
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
    what: `What the layer '${layer}' is made of was not there within ${deadline} ms.`,
    fix: "Give contextBuilder a longer 'deadline', or find out what the memory or the store of sessions waits for.",
    details: { layer, deadline },
  })
}
