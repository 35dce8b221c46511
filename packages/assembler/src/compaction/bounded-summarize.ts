import type { Summarize } from '@lamella/layers'
import { DeadlineError, inTime } from '../deadline.ts'

/** A summarizer whose answers do not take for ever. */
export interface BoundedSummarize {
  readonly summarize: Summarize
  /** Whether something that it threw means that an answer took too long. */
  isTimeout(cause: unknown): boolean
}

/**
 * Gives up an answer that takes too long: its signal is aborted, and whatever it answers later is not heard. No timer is left
 * behind, whether it answers, throws, hangs or is cancelled.
 */
export function boundedSummarize(summarize: Summarize, milliseconds: number): BoundedSummarize {
  const timeouts = new WeakSet<Error>()
  return {
    isTimeout: (cause) => cause instanceof Error && timeouts.has(cause),
    summarize: async (request) => {
      try {
        return await inTime((signal) => summarize({ ...request, signal }), {
          what: 'The answer of the summarizer',
          deadline: milliseconds,
          signal: request.signal,
        })
      } catch (error) {
        if (error instanceof DeadlineError) timeouts.add(error)
        throw error
      }
    },
  }
}
