import { memoryText } from '@lamella/ranker-bm25/stores'
import type { NewMemory, Owner, StoredMemory } from '@lamella/store'
import type { Access } from '../database/access.ts'
import type { Owners } from '../database/owners.ts'
import { sortKey } from '../database/sort-key.ts'
import { storeTerms } from '../search/terms.ts'
import type { WordIndex } from '../search/word-index.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { type Entries, type EntryRow, type EntryValues, readableEntry, storedEntry } from './entries.ts'
import { indexedEntry } from './indexed-entry.ts'

/** The fields that a store adds to an entry. */
type Added = Pick<EntryValues, 'revision' | 'createdAt' | 'updatedAt'>

/** Writes an entry, new or as a replacement, with its words and its vector. */
export type KeepEntry = (
  owner: Owner,
  entry: NewMemory & { readonly kind: string },
  /** Returns the added fields, or throws. */
  add: (before: EntryRow | undefined) => Added,
) => Promise<StoredMemory>

export function createKeepEntry(
  { db, write }: Access,
  owners: Owners,
  entries: Entries,
  index: WordIndex,
  vectors: Vectors | undefined,
): KeepEntry {
  const forgetVectors = db.prepare('DELETE FROM entry_vectors WHERE item = ?')
  return async (owner, entry, add) => {
    const json = JSON.stringify(entry)
    const sort = sortKey(entry.id)
    const { stored, item } = await write(() => {
      const before = entries.find(owner, sort)
      const added = add(before)
      const number = before?.owner ?? owners.make(owner)
      const values = { ...added, json }
      const id = before?.id ?? entries.add(number, sort, values)
      if (before) {
        entries.change(id, values)
        const known = readableEntry(before)
        index.remove([id], known && storeTerms().words(memoryText(known)))
        if (known?.text !== entry.text) forgetVectors.run(id)
      }
      index.add(number, [indexedEntry(id, entry)])
      return {
        stored: storedEntry(entries.find(owner, sort) as EntryRow),
        item: { id, owner: number, text: entry.text },
      }
    })
    await vectors?.give(item)
    return stored
  }
}
