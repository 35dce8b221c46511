/** A map that forgets the entry that was set longest ago when it would hold more than its limit. */
export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined
  /** Also makes the entry the newest one. */
  set(key: Key, value: Value): void
  /** Returns whether there was such an entry. */
  delete(key: Key): boolean
}

/**
 * Makes a map for a cache that must not grow without end.
 *
 * @param max How many entries it holds, 1 or more.
 * @example
 * const ends = createBoundedMap<string, number>(1_000)
 */
export function createBoundedMap<Key, Value>(max: number): BoundedMap<Key, Value> {
  // A Map keeps the order of insertion, so an entry that is removed and set again is the last one.
  const entries = new Map<Key, Value>()
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size > max) entries.delete(entries.keys().next().value as Key)
    },
    delete: (key) => entries.delete(key),
  }
}
