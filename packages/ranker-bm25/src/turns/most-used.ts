/** The name that is there most often; of several the first in code unit order. Undefined where there is none. */
export function mostUsed(names: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>()
  for (const name of names) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  return mostCounted(counts)
}

/** The same of names that were counted. */
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
