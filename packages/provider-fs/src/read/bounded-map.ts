/** A map that forgets what was set longest ago once it holds more than `max` entries. */
export interface BoundedMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

export function createBoundedMap<Value>(max: number): BoundedMap<Value> {
  // A Map keeps insertion order, so moving an entry to the end whenever it is set keeps the oldest first.
  const map = new Map<string, Value>()
  return {
    get: (key) => map.get(key),
    set(key, value) {
      map.delete(key)
      map.set(key, value)
      if (map.size > max) {
        const [oldest] = map.keys()
        if (oldest !== undefined) map.delete(oldest)
      }
    },
  }
}
