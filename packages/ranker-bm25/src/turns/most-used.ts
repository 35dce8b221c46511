/** Returns the most frequent name; for ties, the first in code unit order. `undefined` if there is none. */
export function mostUsed(names: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>()
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  return mostCounted(counts)
}

/** Returns the most frequent of counted names. */
export function mostCounted(counts: ReadonlyMap<string, number>): string | undefined {
  let best: string | undefined
  let most = 0
  for (const [name, count] of counts) {
    if (count < most || (count === most && best !== undefined && name > best)) continue
    best = name
    most = count
  }
  return most > 0 ? best : undefined
}
