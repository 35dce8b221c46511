/** Runs tasks with limited concurrency. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Creates a limiter that runs at most `max` tasks at a time, in FIFO order. Without it, thousands of files would be
 * opened at once, while the operating system allows a process only a few hundred.
 */
export function createLimiter(max: number): Limiter {
  let free = max
  const waiting: (() => void)[] = []
  return async (task) => {
    if (free > 0) free--
    else await new Promise<void>((resume) => waiting.push(resume))
    try {
      return await task()
    } finally {
      // Passes the slot on directly, so that no later task can take it first.
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
