/** A map that evicts the entry set longest ago when it exceeds its limit. */
export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined
  /** Also makes the entry the newest one. */
  set(key: Key, value: Value): void
  /** Returns whether the entry existed. */
  delete(key: Key): boolean
}

/**
 * Creates a map for a bounded cache.
 *
 * @param max The maximum number of entries it holds, 1 or more.
 * @example
 * const ends = createBoundedMap<string, number>(1_000)
 */
export function createBoundedMap<Key, Value>(max: number): BoundedMap<Key, Value> {
  // A Map keeps insertion order, so deleting and setting an entry moves it to the end.
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
