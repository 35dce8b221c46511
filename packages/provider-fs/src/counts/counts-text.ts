import { isObject } from '@lamella/core/plugin'

/** Tokens by a hash of the text, by the name of the tokenizer; oldest first. */
export type Counts = Map<string, Map<string, number>>

/** Reads the text of a counts file. What is not a count of this version is left out. */
export function countsIn(text: string): Counts {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return new Map()
  }
  const { lamella, version, tokenizers } = isObject(value) ? value : {}
  if (lamella !== 'counts' || version !== 1 || !isObject(tokenizers)) return new Map()
  return new Map(
    Object.entries(tokenizers).map(([name, counts]) => [
      name,
      new Map(Object.entries(isObject(counts) ? counts : {}).filter(isCount)),
    ]),
  )
}

/** Writes counts, those used last at the end, without the oldest ones of which there are too many. */
export function textOfCounts(
  before: Counts,
  used: readonly (readonly [name: string, counts: ReadonlyMap<string, number>])[],
  most: number,
): string {
  const all = new Map([...before].map(([name, counts]) => [name, new Map(counts)]))
  for (const [name, counts] of used) {
    const own = all.get(name) ?? new Map<string, number>()
    // Tokenizers that were used last are at the end, too.
    all.delete(name)
    all.set(name, own)
    for (const [key, tokens] of counts) {
      own.delete(key)
      own.set(key, tokens)
    }
  }
  let tooMany = Math.max(0, [...all.values()].reduce((sum, { size }) => sum + size, 0) - most)
  for (const [name, counts] of all) {
    for (const key of counts.keys()) {
      if (tooMany === 0) break
      counts.delete(key)
      tooMany--
    }
    if (counts.size === 0) all.delete(name)
  }
  const tokenizers = Object.fromEntries([...all].map(([name, counts]) => [name, Object.fromEntries(counts)]))
  return `${JSON.stringify({ lamella: 'counts', version: 1, tokenizers })}\n`
}

function isCount(entry: [string, unknown]): entry is [string, number] {
  return entry[0].length === 22 && Number.isSafeInteger(entry[1]) && (entry[1] as number) >= 0
}
