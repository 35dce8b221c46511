import type { Recall } from '../contract/count-memory.ts'
import type { Tokenizer } from '../contract/tokenizer.ts'
import { checkOptions, mustBeWhole } from '../options.ts'
import type { TextMap } from './text-map.ts'

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
export interface CountSpaces<Half> {
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
export function createCountSpaces<Half extends TextMap>(
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
