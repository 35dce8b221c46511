/** Notifies waiting loads when their deadline passes or everything is stopped. */
export interface Deadlines {
  /**
   * Calls `stop` once: after the given milliseconds without an argument, or with the signal as soon as it is aborted.
   *
   * @returns A function that stops waiting, to call when nothing is left to wait for.
   */
  watch(milliseconds: number, stop: (aborted: AbortSignal | undefined) => void): () => void
}

/** Deadlines that share one listener, and one timer per duration, since most layers use the same. */
export function createDeadlines(signal: AbortSignal): Deadlines {
  const waiting = new Map<number, Set<(aborted: AbortSignal | undefined) => void>>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const stopAll = (milliseconds: number, reason: AbortSignal | undefined): void => {
    const stops = waiting.get(milliseconds) ?? []
    clear(milliseconds)
    for (const stop of stops) stop(reason)
  }
  const clear = (milliseconds: number): void => {
    clearTimeout(timers.get(milliseconds))
    timers.delete(milliseconds)
    waiting.delete(milliseconds)
  }
  const onAbort = (): void => {
    for (const milliseconds of [...waiting.keys()]) stopAll(milliseconds, signal)
  }
  return {
    watch: (milliseconds, stop) => {
      if (waiting.size === 0) signal.addEventListener('abort', onAbort, { once: true })
      const stops = waiting.get(milliseconds) ?? new Set()
      if (stops.size === 0) timers.set(milliseconds, setTimeout(stopAll, milliseconds, milliseconds, undefined))
      waiting.set(milliseconds, stops.add(stop))
      if (signal.aborted) onAbort()
      return () => {
        if (stops.delete(stop) && stops.size === 0) clear(milliseconds)
        if (waiting.size === 0) signal.removeEventListener('abort', onAbort)
      }
    },
  }
}
