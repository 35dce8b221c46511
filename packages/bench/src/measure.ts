/** A task to time. */
export type Task = () => unknown | Promise<unknown>

export interface MeasureOptions {
  /** How often each task takes a turn. Default 15. */
  readonly rounds?: number
  /** How many milliseconds a turn repeats its task. Default 20. */
  readonly turn?: number
  /** Whether to measure CPU time, including the collector and the compiler, instead of elapsed time. Default false. */
  readonly cpu?: boolean
}

/**
 * Times tasks in one process, and returns the milliseconds of a run by name. They take turns, so that any other load on
 * the machine affects all of them, and the median of many turns counts. Compare only medians from the same call.
 */
export async function measure<Name extends string>(
  tasks: Readonly<Record<Name, Task>>,
  options: MeasureOptions = {},
): Promise<Readonly<Record<Name, number>>> {
  const { rounds = 15, turn = 20, cpu = false } = options
  const clock = cpu ? cpuTime : () => performance.now()
  const all = Object.entries<Task>(tasks).map(([name, task]) => ({ name, task, samples: [] as number[] }))
  for (let round = 0; round <= rounds; round++) {
    for (const { task, samples } of all) {
      // The first round is the warm-up. It is longer, since the compiler needs time on a busy machine.
      const took = await timeOnce(task, round === 0 ? 20 * turn : turn, clock)
      if (round > 0) samples.push(took)
    }
  }
  return Object.fromEntries(all.map(({ name, samples }) => [name, median(samples)])) as Record<Name, number>
}

/** Returns the milliseconds of one run, for tasks that are too slow to repeat. */
export async function once(task: Task): Promise<number> {
  const start = performance.now()
  await task()
  return performance.now() - start
}

/** Returns the milliseconds of CPU that this process has used. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

async function timeOnce(task: Task, turn: number, clock: () => number): Promise<number> {
  const start = clock()
  let runs = 0
  let end = start
  while (end - start < turn) {
    const result = task()
    if (result instanceof Promise) await result
    runs++
    end = clock()
  }
  return (end - start) / runs
}

/** Returns the middle of some values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

/** Formats a time: `12 µs`, `3.4 ms`, `8.5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1) return `${digits(milliseconds * 1_000)} µs`
  return milliseconds < 1_000 ? `${digits(milliseconds)} ms` : `${digits(milliseconds / 1_000)} s`
}

/** Formats a ratio: `1.3 times`, `12,000 times`. */
export function times(ratio: number): string {
  return `${digits(ratio)} times`
}

function digits(value: number): string {
  if (value < 10) return value.toFixed(1)
  const rounded = value < 1_000 ? Math.round(value) : Number(value.toPrecision(2))
  return String(rounded).replace(/\B(?=(\d{3})+$)/g, ',')
}
