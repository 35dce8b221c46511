import type { BlockSchema } from '../schema/block-schema.ts'
import { cutContent } from './cut-content.ts'

/** Characters (UTF-16 units) of contents that are remembered, at most. */
const mostCharacters = 2 ** 22

/**
 * The same as `cutContent`, which remembers what it gave: most blocks say what they said in the build before, and finding where
 * a character ends takes longer than all else that is done with them. A cache only, that forgets the oldest.
 */
export function rememberCuts(): typeof cutContent {
  const known = new Map<string, Map<string, string>>()
  let characters = 0
  return (content: string, type: BlockSchema['type'], max: number): string => {
    let cuts = known.get(content)
    if (cuts === undefined) {
      cuts = new Map()
      known.set(content, cuts)
      characters += content.length
      for (const oldest of known.keys()) {
        if (characters <= mostCharacters) break
        known.delete(oldest)
        characters -= oldest.length
      }
    }
    const key = `${type} ${max}`
    const hit = cuts.get(key)
    if (hit !== undefined) return hit
    const cut = cutContent(content, type, max)
    cuts.set(key, cut)
    return cut
  }
}
