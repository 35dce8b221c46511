import type { PersistentCountMemory } from '../../contract/count-memory.ts'
import { type CountMemoryOptions, type CountSpace, createCountSpaces } from '../../measure/count-spaces.ts'
import { createTextMap, type TextMap } from '../../measure/text-map.ts'
import { contentKey } from '../../text/content-key.ts'
import { checkSnapshot } from './count-snapshot.ts'

/** Counted entries by text, restored ones by hash. */
interface Half extends TextMap {
  /** In the order in which the texts came. */
  readonly counted: readonly (readonly [text: string, tokens: number])[]
  readonly restored: Map<string, number>
}

function emptyHalf(): Half {
  const { get, add } = createTextMap()
  const counted: [string, number][] = []
  return {
    get,
    add: (text, tokens) => {
      counted.push([text, tokens])
      add(text, tokens)
    },
    counted,
    restored: new Map(),
  }
}

/**
 * Creates a bounded count memory that can be saved and restored, so that a restarted process counts nothing again.
 *
 * @throws LamellaError `OPTION_INVALID`
 * @example
 * const counts = createPersistentCountMemory()
 * const builder = createContext().counts(counts)
 * const kept = JSON.stringify(counts.snapshot()) // after a restart: counts.restore(JSON.parse(kept))
 */
export function createPersistentCountMemory(options: CountMemoryOptions = {}): PersistentCountMemory {
  const what = 'createPersistentCountMemory'
  const { spaces, spaceOf, recallFrom, admit } = createCountSpaces(what, options, emptyHalf)
  return {
    countsOf: (tokenizer) => {
      const space = spaceOf(tokenizer)
      const recall = recallFrom(space)
      return (text, count) => recall(text, (unknown) => restoredOf(space, unknown) ?? count(unknown))
    },
    snapshot: () => ({
      version: 1,
      tokenizers: Array.from(spaces.values(), ({ name, exact, young, old }) => {
        const counts = new Map<string, number>()
        for (const half of [old, young]) {
          for (const [key, tokens] of half.restored) counts.set(key, tokens)
          for (const [text, tokens] of half.counted) counts.set(contentKey(text), tokens)
        }
        return { name, exact, counts: Object.fromEntries(counts) }
      }),
    }),
    restore: (snapshot) => {
      for (const { name, exact, counts } of checkSnapshot(snapshot).tokenizers) {
        const space = spaceOf({ name, exact })
        for (const [key, tokens] of Object.entries(counts)) if (admit(key.length)) space.young.restored.set(key, tokens)
      }
    },
  }
}

function restoredOf({ young, old }: CountSpace<Half>, text: string): number | undefined {
  if (young.restored.size + old.restored.size === 0) return undefined
  const key = contentKey(text)
  return young.restored.get(key) ?? old.restored.get(key)
}
