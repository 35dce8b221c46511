/** When a list is requested again. */
export interface RememberOptions {
  /** Milliseconds for which it is cached; `Infinity`: until it is cleared. */
  readonly ttl: () => number
  readonly now: () => number
}

/** A list that is requested on demand. */
export interface RememberedList<Value> {
  get(): Promise<Value>
  /** Discards the cached list and any pending request. */
  forget(): void
}

interface Entry<Value> {
  readonly value: Promise<Value>
  /** When it was requested. */
  readonly at: number
  open: boolean
}

/** Concurrent callers share one request. Errors are not cached. */
export function rememberList<Value>(load: () => Promise<Value>, { ttl, now }: RememberOptions): RememberedList<Value> {
  let known: Entry<Value> | undefined
  const isFresh = ({ open, at }: Entry<Value>): boolean => {
    const age = now() - at
    return open || (age >= 0 && age < ttl())
  }
  const start = (): Entry<Value> => {
    const entry: Entry<Value> = { value: load(), at: now(), open: true }
    entry.value.then(
      () => {
        entry.open = false
      },
      () => {
        if (known === entry) known = undefined
      },
    )
    return entry
  }
  return {
    get: () => {
      if (known === undefined || !isFresh(known)) known = start()
      return known.value
    },
    forget: () => {
      known = undefined
    },
  }
}
