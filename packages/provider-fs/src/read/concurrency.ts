/** Runs tasks with at most so many at the same time. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>

/**
 * A limiter for `max` tasks at a time, first come, first served. Thousands of files are otherwise opened at once, and the
 * operating system allows a process some hundred.
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
      // The place is handed on directly, so that nobody who comes later can take it first.
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
