import { createHash } from 'node:crypto'
import { memoryText } from '@lamella/ranker-bm25/stores'
import type { NewMemory } from '@lamella/store'
import type { NewText } from '../search/add-texts.ts'
import { storeTerms } from '../search/terms.ts'

/** An entry in its indexed form. */
export function indexedEntry(id: number, entry: NewMemory): NewText {
  const { session } = entry
  return { id, group: session === undefined ? 0 : groupOf(session), counted: storeTerms().count(memoryText(entry)) }
}

/** The number of a conversation: 48 bits, of which two names have the same by chance once in 2 ** 48. */
function groupOf(session: string): number {
  return 1 + createHash('sha256').update(session).digest().readUIntBE(0, 6)
}
