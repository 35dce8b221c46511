import type { CountMemory } from '../contract/count-memory.ts'
import { checkOptions, mustBeWhole } from '../options.ts'
import { contentKey } from './content-key.ts'
import { checkSnapshot } from './count-snapshot.ts'
import { createTextMap, type TextMap } from './text-map.ts'

export interface CountMemoryOptions {
  /** Characters of all texts that are remembered. Default 8,000,000, which is 16 MB. */
  readonly maxCharacters?: number | undefined
  /** How many texts are remembered, restored counts included. Default 200,000. */
  readonly maxEntries?: number | undefined
}

/** Half of what is known of one tokenizer's counts: by text what was counted, by hash what was restored. */
interface Half {
  readonly texts: TextMap
  readonly keys: Map<string, number>
}

interface Space {
  readonly name: string
  readonly exact: boolean
  young: Half
  old: Half
}

const emptyHalf = (): Half => ({ texts: createTextMap(), keys: new Map() })

/**
 * A bounded memory of counts: when its young half is full, that becomes the old half and the old half is forgotten, so
 * what is used stays and no bookkeeping is done a look-up.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const counts = createCountMemory()
 * const builder = createContext().counts(counts)
 * const kept = JSON.stringify(counts.snapshot()) // after a restart: counts.restore(JSON.parse(kept))
 */
export function createCountMemory(options: CountMemoryOptions = {}): CountMemory {
  const { maxCharacters = 8_000_000, maxEntries = 200_000 } = checkOptions('createCountMemory', options, {
    maxCharacters: mustBeWhole(0),
    maxEntries: mustBeWhole(0),
  })
  const spaces = new Map<string, Space>()
  let characters = 0
  let entries = 0
  const spaceOf = (name: string, exact: boolean): Space => {
    const key = `${exact}:${name}`
    const space = spaces.get(key) ?? { name, exact, young: emptyHalf(), old: emptyHalf() }
    spaces.set(key, space)
    return space
  }
  /** Makes room in the young half, which all tokenizers share. Whether there is any for something of that length. */
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
  const restored = ({ young, old }: Space, text: string): number | undefined => {
    if (young.keys.size + old.keys.size === 0) return undefined
    const key = contentKey(text)
    return young.keys.get(key) ?? old.keys.get(key)
  }
  return {
    countsOf: ({ name, exact }) => {
      // What is not said to be exact is not: and what is written must be read again.
      const space = spaceOf(`${name}`, exact === true)
      return (text, count) => {
        const known = space.young.texts.get(text)
        if (known !== undefined) return known
        const tokens = space.old.texts.get(text) ?? restored(space, text) ?? count(text)
        if (admit(text.length)) space.young.texts.set(text, tokens)
        return tokens
      }
    },
    snapshot: () => ({
      version: 1,
      tokenizers: [...spaces.values()].map(({ name, exact, young, old }) => {
        const counts = new Map<string, number>()
        for (const { keys, texts } of [old, young]) {
          for (const [key, tokens] of keys) counts.set(key, tokens)
          for (const [text, tokens] of texts.entries()) counts.set(contentKey(text), tokens)
        }
        return { name, exact, counts: Object.fromEntries(counts) }
      }),
    }),
    restore: (snapshot) => {
      for (const { name, exact, counts } of checkSnapshot(snapshot).tokenizers) {
        const space = spaceOf(name, exact)
        for (const [key, tokens] of Object.entries(counts)) if (admit(key.length)) space.young.keys.set(key, tokens)
      }
    },
  }
}
