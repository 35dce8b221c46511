import type { CountMemory, Recall, Tokenizer } from '../contract/tokenizer.ts'
import { checkOptions, mustBeWhole } from '../options.ts'

/**
 * Creates a bounded count memory.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const counts = createCountMemory()
 * const builder = createContext().counts(counts)
 */
export function createCountMemory(options: CountMemoryOptions = {}): CountMemory {
  const { spaceOf, recallFrom } = createCountSpaces('createCountMemory', options, createTextMap)
  return { countsOf: (tokenizer) => recallFrom(spaceOf(tokenizer)) }
}

export interface CountMemoryOptions {
  /** The maximum number of characters in cached texts. Default 8,000,000, which is 16 MB. */
  readonly maxCharacters?: number | undefined
  /** The maximum number of cached texts, including restored counts. Default 200,000. */
  readonly maxEntries?: number | undefined
}

/** The counts of one tokenizer, in two halves. */
interface CountSpace<Half> {
  readonly name: string
  readonly exact: boolean
  young: Half
  old: Half
}

/** The counts of all tokenizers, within one bound. */
interface CountSpaces<Half> {
  readonly spaces: ReadonlyMap<string, CountSpace<Half>>
  spaceOf(tokenizer: Pick<Tokenizer, 'name' | 'exact'>): CountSpace<Half>
  /** Makes room in the young halves. Returns whether a text of that length fits. */
  admit(length: number): boolean
  recallFrom(space: CountSpace<Half>): Recall
}

/**
 * Bounds counts without bookkeeping per lookup: when the young halves are full, they become the old ones and the old
 * ones are discarded, so recently used counts stay.
 *
 * @param what The function that the options belong to.
 * @throws LamellaError `OPTION_INVALID`
 */
function createCountSpaces<Half extends TextMap>(
  what: string,
  options: CountMemoryOptions,
  emptyHalf: () => Half,
): CountSpaces<Half> {
  const { maxCharacters = 8_000_000, maxEntries = 200_000 } = checkOptions(what, options, {
    maxCharacters: mustBeWhole(0),
    maxEntries: mustBeWhole(0),
  })
  const spaces = new Map<string, CountSpace<Half>>()
  let characters = 0
  let entries = 0
  const admit = (length: number): boolean => {
    if (length > maxCharacters / 2 || maxEntries < 2) return false
    if (characters + length > maxCharacters / 2 || entries + 1 > maxEntries / 2) {
      for (const space of spaces.values()) {
        space.old = space.young
        space.young = emptyHalf()
      }
      characters = 0
      entries = 0
    }
    characters += length
    entries += 1
    return true
  }
  return {
    spaces,
    admit,
    spaceOf: (tokenizer) => {
      // Counts are inexact unless declared exact; written counts must be readable again.
      const [name, exact] = [`${tokenizer.name}`, tokenizer.exact === true]
      const key = `${exact}:${name}`
      const space = spaces.get(key) ?? { name, exact, young: emptyHalf(), old: emptyHalf() }
      spaces.set(key, space)
      return space
    },
    recallFrom: (space) => (text, count) => {
      const known = space.young.get(text)
      if (known !== undefined) return known
      const tokens = space.old.get(text) ?? count(text)
      if (admit(text.length)) space.young.add(text, tokens)
      return tokens
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
