/**
 * Returns the values by key, each list from the last value to the first: `pop` takes the first one that is left, however many
 * values have the same key.
 */
export function groupBackwards<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (let at = values.length - 1; at >= 0; at--) {
    const value = values[at] as Value
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}
