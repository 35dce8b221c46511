/** Something that is timed. */
export type Task = () => unknown | Promise<unknown>

/** What one task took, in milliseconds a run. */
export interface Timing {
  readonly name: string
  /** Median over the rounds. */
  readonly median: number
  readonly rounds: number
}

export interface MeasureOptions {
  /** How often each task gets its turn. Default 15. */
  readonly rounds?: number
  /** A turn runs its task again until so many milliseconds are over. Default 20. */
  readonly turn?: number
  /** Whether time of the CPU counts, that of the collector and the compiler included, not time that passes. Default false. */
  readonly cpu?: boolean
}

/**
 * Times tasks beside each other in one process: they take turns, so that whatever else the machine does hits all of
 * them, and the median of many turns is what counts. Compare medians of one call only.
 */
export async function measure(
  tasks: Readonly<Record<string, Task>>,
  options: MeasureOptions = {},
): Promise<readonly Timing[]> {
  const { rounds = 15, turn = 20, cpu = false } = options
  const clock = cpu ? cpuTime : () => performance.now()
  const names = Object.keys(tasks)
  const samples = new Map<string, number[]>(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const took = await timeOnce(tasks[name] as Task, turn, clock)
      // The first round warms up.
      if (round > 0) samples.get(name)?.push(took)
    }
  }
  return names.map((name) => ({ name, median: median(samples.get(name) ?? []), rounds }))
}

/** Milliseconds of one run, for what is too slow to be run more than once. */
export async function once(task: Task): Promise<number> {
  const start = performance.now()
  await task()
  return performance.now() - start
}

/** Milliseconds of CPU that this process has taken. */
function cpuTime(): number {
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

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

/** `12 µs`, `3.4 ms`, `8.5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1) return `${digits(milliseconds * 1_000)} µs`
  return milliseconds < 1_000 ? `${digits(milliseconds)} ms` : `${digits(milliseconds / 1_000)} s`
}

/** A ratio as people say it: `1.3 times`, `12,000 times`. */
export function times(ratio: number): string {
  return `${digits(ratio)} times`
}

function digits(value: number): string {
  if (value < 10) return value.toFixed(1)
  const rounded = value < 1_000 ? Math.round(value) : Number(value.toPrecision(2))
  return String(rounded).replace(/\B(?=(\d{3})+$)/g, ',')
}
