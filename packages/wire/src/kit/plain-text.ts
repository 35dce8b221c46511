import type { TextPart } from '@lamella/core'
import type { Answer } from './format.ts'

/** Returns the text of a text-only answer without results: half of most conversations, and short to write. */
export function plainTextOf({ parts, pairs }: Answer): TextPart | undefined {
  const [first] = parts
  return pairs.length === 0 && first?.index === -1 && first.part.type === 'text' ? first.part : undefined
}
