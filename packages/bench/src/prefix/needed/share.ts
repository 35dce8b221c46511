/** How many of a number of things there are. */
export interface Share {
  readonly there: number
  readonly of: number
}

/** A share that is counted up. */
export interface Counting extends Share {
  add(there: boolean): void
}

export function createShare(): Counting {
  let [there, all] = [0, 0]
  return {
    get there() {
      return there
    },
    get of() {
      return all
    },
    add: (is) => {
      all++
      if (is) there++
    },
  }
}
