import type { CountMemory } from '../contract/count-memory.ts'
import { type CountMemoryOptions, createCountSpaces } from './count-spaces.ts'
import { createTextMap } from './text-map.ts'

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
