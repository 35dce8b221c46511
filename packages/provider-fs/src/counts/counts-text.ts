import { isObject } from '@lamella/core/plugin'
import { parsedJson } from '../json.ts'

/** Tokens by a hash of the text, by the name of the tokenizer; oldest first. */
export type Counts = Map<string, Map<string, number>>

/** The version of the format. */
const known = 1

/** A counts file as read. */
export interface CountsText {
  readonly counts: Counts
  /** Fields that a later release has added. */
  readonly others: object
  /** Whether the file is of a newer version: it has no counts for this release, which must not replace it. */
  readonly isNewer: boolean
}

/** Nothing, such as what a file has that is missing. */
export const noCounts: CountsText = { counts: new Map(), others: {}, isNewer: false }

/** Reads the text of a counts file. What is not a count of this version is left out. */
export function countsIn(text: string): CountsText {
  const value = parsedJson(text)
  const { lamella, version, tokenizers, ...others } = isObject(value) ? value : {}
  if (lamella !== 'counts' || !isObject(tokenizers)) return noCounts
  if (typeof version === 'number' && version > known) return { ...noCounts, isNewer: true }
  if (version !== known) return noCounts
  const counts = new Map(
    Object.entries(tokenizers).map(([name, counts]) => [
      name,
      new Map(Object.entries(isObject(counts) ? counts : {}).filter(isCount)),
    ]),
  )
  return { counts, others, isNewer: false }
}

/** Writes counts, those used last at the end, without the oldest ones of which there are too many. */
export function textOfCounts(
  { counts: before, others }: CountsText,
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
  return `${JSON.stringify({ lamella: 'counts', version: known, ...others, tokenizers })}\n`
}

function isCount(entry: [string, unknown]): entry is [string, number] {
  return entry[0].length === 22 && Number.isSafeInteger(entry[1]) && (entry[1] as number) >= 0
}
