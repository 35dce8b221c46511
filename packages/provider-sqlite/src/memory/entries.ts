import { createHash } from 'node:crypto'
import { memoryText } from '@lamella/ranker-bm25/stores'
import type { NewMemory, StoredMemory } from '@lamella/store'
import { type KeptMemory, kept } from '@lamella/store/search'
import { idOfSortKey } from '../database/sort-key.ts'
import { sqliteError } from '../errors.ts'
import type { NewText } from '../search/add-texts.ts'
import { storeTerms } from '../search/terms.ts'

/** An entry's row in the database. */
export interface EntryRow extends KeptMemory {
  readonly id: number
  readonly owner: number
  readonly sort: Uint8Array
  readonly revision: number
  readonly created_at: number | null
  readonly updated_at: number | null
}

/** The columns of `EntryRow`, for a table with the alias `e`. */
export const entryColumns = 'e.id, e.owner, e.sort, e.revision, e.created_at, e.updated_at, e.json'

/** Returns an entry in its public form. @throws LamellaError `DATABASE_DAMAGED` */
export function storedEntry(row: EntryRow): StoredMemory {
  const stored = readableEntry(row)
  if (stored) return stored
  throw sqliteError(
    'DATABASE_DAMAGED',
    `The entry ${JSON.stringify(idOfSortKey(row.sort))} is no longer valid JSON.`,
    'Restore a backup, or put the entry again, or delete it.',
    { sqlite: '' },
  )
}

/** Does the same, but returns `undefined` for damaged data: search continues without it, and check() reports it. */
export function readableEntry(row: EntryRow): StoredMemory | undefined {
  try {
    return kept.memory(row)
  } catch {
    return undefined
  }
}

/** An entry in its indexed form. */
export function indexedEntry(id: number, entry: NewMemory): NewText {
  const { session } = entry
  return { id, group: session === undefined ? 0 : groupOf(session), counted: storeTerms().count(memoryText(entry)) }
}

/** The number of a conversation: 48 bits, of which two names have the same by chance once in 2 ** 48. */
function groupOf(session: string): number {
  return 1 + createHash('sha256').update(session).digest().readUIntBE(0, 6)
}
