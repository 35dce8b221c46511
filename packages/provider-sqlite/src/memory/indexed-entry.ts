import { createHash } from 'node:crypto'
import { dateWords } from '@lamella/core/search'
import type { NewMemory } from '@lamella/core/store'
import type { NewText } from '../search/new-text.ts'
import { storeTerms } from '../search/terms.ts'

/** An entry in its indexed form. */
export function indexedEntry(id: number, { text, speaker, date, tags, session }: NewMemory): NewText {
  const counted = storeTerms().count({
    ...{ text, speaker, date: date === undefined ? undefined : dateWords(date), label: tags?.join(' ') },
  })
  return { id, group: session === undefined ? 0 : groupOf(session), counted }
}

/** The number of a conversation: 48 bits, of which two names have the same by chance once in 2 ** 48. */
function groupOf(session: string): number {
  return 1 + createHash('sha256').update(session).digest().readUIntBE(0, 6)
}
