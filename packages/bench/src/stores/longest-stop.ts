import { existsSync, readFileSync } from 'node:fs'

const schedule = `/proc/self/task/${process.pid}/schedstat`

/** Returns the milliseconds that this thread has run: on Linux without the time that others had the processor, else all. */
function ran(): number {
  return existsSync(schedule) ? Number(readFileSync(schedule, 'utf8').split(' ')[0]) / 1e6 : performance.now()
}

/** Returns the longest time, in milliseconds, that a task ran without letting the program do anything else. */
export async function longestStop(task: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isRunning = true
  let last = ran()
  const tick = (): void => {
    const now = ran()
    longest = Math.max(longest, now - last)
    last = now
    if (isRunning) setImmediate(tick)
  }
  setImmediate(tick)
  await task()
  // The last part of the task counts, too.
  await new Promise(setImmediate)
  isRunning = false
  return longest
}
