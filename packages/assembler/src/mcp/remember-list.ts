/** When a list is asked for anew. */
export interface RememberOptions {
  /** Milliseconds that it is believed; `Infinity`: until it is forgotten. */
  readonly ttl: () => number
  readonly now: () => number
}

/** A list that is asked for when it is needed. */
export interface RememberedList<Value> {
  get(): Promise<Value>
  /** What is known is old, and so is what was asked for and has not come yet. */
  forget(): void
}

interface Entry<Value> {
  readonly value: Promise<Value>
  /** When it was asked for. */
  readonly at: number
  open: boolean
}

/** Those who ask while an answer is on its way get the same one. An error is remembered by nobody. */
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
