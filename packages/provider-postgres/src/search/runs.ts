/** A run of messages with adjacent numbers in the index and adjacent positions in their session. */
export interface Run {
  readonly number: number
  readonly count: number
  readonly item: number
  readonly position: number
}

/** Runs in the order of their numbers. */
export interface Runs {
  /** Returns the run that has a number. */
  of(number: number): Run | undefined
  /** Returns the number of a message at a position of a session. */
  numberOf(item: number, position: number): number | undefined
}

export function createRuns(runs: readonly Run[]): Runs {
  let byItem: Map<number, Run[]> | undefined
  // Numbers are asked for in order, so most of them are in the run of the one before.
  let last: Run | undefined
  return {
    of: (number) => {
      if (last !== undefined && number >= last.number && number < last.number + last.count) return last
      let low = 0
      let high = runs.length - 1
      while (low <= high) {
        const middle = (low + high) >> 1
        const run = runs[middle] as Run
        if (number < run.number) high = middle - 1
        else if (number >= run.number + run.count) low = middle + 1
        else {
          last = run
          return run
        }
      }
      return undefined
    },
    numberOf: (item, position) => {
      byItem ??= grouped(runs)
      const run = byItem.get(item)?.find((one) => position >= one.position && position < one.position + one.count)
      return run && run.number + position - run.position
    },
  }
}

function grouped(runs: readonly Run[]): Map<number, Run[]> {
  const byItem = new Map<number, Run[]>()
  for (const run of runs) {
    const same = byItem.get(run.item)
    if (same) same.push(run)
    else byItem.set(run.item, [run])
  }
  return byItem
}

/** Returns the position of a message in its session. */
export function placeIn(run: Run, number: number): number {
  return run.position + number - run.number
}
