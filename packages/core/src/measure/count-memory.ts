import type { CountMemory } from '../contract/tokenizer.ts'
import { checkOptions, mustBeWhole } from '../options.ts'

/** Options of `createCountMemory`. */
export interface CountMemoryOptions {
  /** The maximum number of characters in cached texts. Default 8,000,000, which is 16 MB. */
  readonly maxCharacters?: number | undefined
  /** The maximum number of cached texts. Default 200,000. */
  readonly maxEntries?: number | undefined
}

/**
 * Creates a bounded count memory. It has two halves: when the young one is full, it becomes the old one, which is discarded. So
 * recently used counts stay, without bookkeeping per lookup.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const counts = createCountMemory()
 * const builder = createContext().counts(counts)
 */
export function createCountMemory(options: CountMemoryOptions = {}): CountMemory {
  const { maxCharacters = 8_000_000, maxEntries = 200_000 } = checkOptions('createCountMemory', options, {
    maxCharacters: mustBeWhole(0),
    maxEntries: mustBeWhole(0),
  })
  const halves = new Map<string, { young: TextMap; old: TextMap }>()
  let characters = 0
  let entries = 0
  /** Makes room in the young halves. Returns whether a text of that length fits. */
  const admit = (length: number): boolean => {
    if (length > maxCharacters / 2 || maxEntries < 2) return false
    if (characters + length > maxCharacters / 2 || entries + 1 > maxEntries / 2) {
      for (const half of halves.values()) {
        half.old = half.young
        half.young = createTextMap()
      }
      characters = 0
      entries = 0
    }
    characters += length
    entries += 1
    return true
  }
  return {
    countsOf: ({ name, exact }) => {
      const key = `${exact === true}:${name}`
      const half = halves.get(key) ?? { young: createTextMap(), old: createTextMap() }
      halves.set(key, half)
      return (text, count) => {
        const known = half.young.get(text)
        if (known !== undefined) return known
        const tokens = half.old.get(text) ?? count(text)
        if (admit(text.length)) half.young.add(text, tokens)
        return tokens
      }
    },
  }
}

/** Maps texts to numbers. */
interface TextMap {
  get(text: string): number | undefined
  /** Sets the number of a text that has none yet. */
  add(text: string, value: number): void
}

/** From this length on, in UTF-16 units, comparing a text takes less time than hashing it. */
const long = 128

/** How many long texts of one signature are compared; further ones are found by their hash. */
const mostAlike = 4

/**
 * Like a Map, but several times faster for long texts that are new strings each time, such as those from a database. An
 * engine hashes every character of a new string before a Map can find it, and comparing two texts takes far less: so
 * long texts are first distinguished by some of their characters. Texts crafted to be alike in those cost as much as
 * in a Map.
 */
export function createTextMap(): TextMap {
  const hashed = new Map<string, number>()
  const alike = new Map<number, (readonly [text: string, value: number])[]>()
  return {
    get: (text) => {
      if (text.length < long) return hashed.get(text)
      const group = alike.get(signatureOf(text))
      if (group === undefined) return undefined
      for (const [known, value] of group) if (known === text) return value
      return group.length < mostAlike ? undefined : hashed.get(text)
    },
    add: (text, value) => {
      const signature = text.length < long ? undefined : signatureOf(text)
      const group = signature === undefined ? undefined : alike.get(signature)
      if (signature === undefined || group?.length === mostAlike) hashed.set(text, value)
      else if (group === undefined) alike.set(signature, [[text, value]])
      else group.push([text, value])
    },
  }
}

/** Returns 32 bits from a text's length and 16 of its characters. */
function signatureOf(text: string): number {
  const { length } = text
  let bits = length
  for (let sample = 0; sample < 16; sample++) {
    bits = Math.imul(bits ^ text.charCodeAt(Math.floor(((sample + 1) * (length - 1)) / 16)), 0xcc9e2d51)
    bits = (bits << 15) | (bits >>> 17)
  }
  return bits
}
