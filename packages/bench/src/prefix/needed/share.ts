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
  const share = {
    there: 0,
    of: 0,
    add: (is: boolean): void => {
      share.of++
      if (is) share.there++
    },
  }
  return share
}
