import type { Summarize } from '@lamella/layers'
import { DeadlineError, inTime } from '../deadline.ts'

/** A summarizer whose answers have a time limit. */
export interface BoundedSummarize {
  readonly summarize: Summarize
  /** Returns whether an error means that an answer took too long. */
  isTimeout(cause: unknown): boolean
}

/**
 * Gives up on an answer that takes too long: its signal is aborted, and a late answer is ignored. No timer remains,
 * whether the summarizer answers, throws, hangs or is cancelled.
 */
export function boundedSummarize(summarize: Summarize, milliseconds: number): BoundedSummarize {
  const timeouts = new WeakSet<Error>()
  return {
    isTimeout: (cause) => cause instanceof Error && timeouts.has(cause),
    summarize: async (request) => {
      try {
        return await inTime((signal) => summarize({ ...request, signal }), {
          what: "The summarizer's answer",
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
