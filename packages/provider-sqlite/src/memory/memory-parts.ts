import { memoryText } from '@lamella/ranker-bm25/stores'
import type { Access } from '../database/access.ts'
import { createOwners, type Owners } from '../database/owners.ts'
import type { Purge } from '../database/purge.ts'
import { storeTerms } from '../search/terms.ts'
import { createWordIndex } from '../search/word-index.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { createEntries, type Entries, type EntryRow, readableEntry } from './entries.ts'
import { createKeepEntry, type KeepEntry } from './keep-entry.ts'

/** What the methods of a memory store use. */
export interface MemoryParts {
  readonly access: Access
  readonly purge: Purge
  readonly owners: Owners
  readonly entries: Entries
  /** Writes an entry, with its words and its vector. */
  readonly keep: KeepEntry
  /** Removes entries with everything derived from them. Call it in a transaction. */
  remove(rows: readonly EntryRow[]): void
}

export function createMemoryParts(access: Access, purge: Purge, vectors: Vectors | undefined): MemoryParts {
  const { db } = access
  const owners = createOwners(db)
  const entries = createEntries(db)
  const index = createWordIndex(db, 'entry')
  return {
    ...{ access, purge, owners, entries, keep: createKeepEntry(access, owners, entries, index, vectors) },
    remove: (rows) => {
      const [only] = rows
      const known = rows.length === 1 && only ? readableEntry(only) : undefined
      index.remove(
        rows.map(({ id }) => id),
        only && known && storeTerms().words(memoryText(known)),
      )
      for (const { id } of rows) entries.remove(id)
      if (rows.length > 0) purge.mark()
    },
  }
}
