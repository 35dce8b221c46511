import type { Summarize } from '@lamella/layers'

/** A summarizer whose answers do not take for ever. */
export interface BoundedSummarize {
  readonly summarize: Summarize
  /** Whether something that it threw means that an answer took too long. */
  isTimeout(cause: unknown): boolean
}

/** Timers of more milliseconds go off at once. */
const longestTimer = 2 ** 31 - 1

/**
 * Gives up an answer that takes too long: its signal is aborted, and whatever it answers later is not heard. No timer is left
 * behind, whether it answers, throws, hangs or is cancelled.
 */
export function boundedSummarize(summarize: Summarize, milliseconds: number): BoundedSummarize {
  const timeouts = new WeakSet<Error>()
  return {
    isTimeout: (cause) => cause instanceof Error && timeouts.has(cause),
    summarize: async (request) => {
      request.signal.throwIfAborted()
      const control = new AbortController()
      const cancel = (): void => control.abort(request.signal.reason)
      const giveUp = (): void => {
        const error = new Error(`The summarizer did not answer within ${milliseconds} ms.`)
        timeouts.add(error)
        control.abort(error)
      }
      const stopped = new Promise<never>((_, reject) => {
        control.signal.addEventListener('abort', () => reject(control.signal.reason), { once: true })
      })
      // In a function of its own, so that one that throws at once does not leave before the timer is cleared.
      const answered = async (): Promise<string> => summarize({ ...request, signal: control.signal })
      request.signal.addEventListener('abort', cancel, { once: true })
      const timer = setTimeout(giveUp, Math.min(milliseconds, longestTimer))
      try {
        return await Promise.race([stopped, answered()])
      } finally {
        clearTimeout(timer)
        request.signal.removeEventListener('abort', cancel)
      }
    },
  }
}
