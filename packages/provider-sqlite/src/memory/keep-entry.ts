import { dateWords } from '@lamella/core/search'
import type { NewMemory, Owner, StoredMemory } from '@lamella/core/store'
import type { Access } from '../database/access.ts'
import type { Owners } from '../database/owners.ts'
import { sortKey } from '../database/sort-key.ts'
import { indexed, type WordIndex } from '../search/word-index.ts'
import type { Vectors } from '../vectors/vectors.ts'
import { type Entries, type EntryRow, type EntryValues, readableEntry, storedEntry } from './entries.ts'

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
  const counted = db.prepare(
    'UPDATE owners SET entry_count = entry_count + ?, entry_terms = entry_terms + ? WHERE id = ?',
  )
  const forgetVectors = db.prepare('DELETE FROM entry_vectors WHERE item = ?')
  return async (owner, entry, add) => {
    const json = JSON.stringify(entry)
    const sort = sortKey(entry.id)
    const { stored, item } = await write(() => {
      const before = entries.find(owner, sort)
      const added = add(before)
      const number = before?.owner ?? owners.make(owner)
      const words = indexed(number, entry.text, aroundEntry(entry))
      const values = { ...added, json, terms: words.terms }
      const id = before?.id ?? entries.add(number, sort, values)
      if (before) {
        entries.change(id, values)
        index.remove(id)
        if (readableEntry(before)?.text !== entry.text) forgetVectors.run(id)
      }
      index.add(id, words)
      counted.run(before ? 0 : 1, words.terms - (before?.terms ?? 0), number)
      return {
        stored: storedEntry(entries.find(owner, sort) as EntryRow),
        item: { id, owner: number, text: entry.text },
      }
    })
    await vectors?.give(item)
    return stored
  }
}

/** The data of an entry other than its text, as words. */
export function aroundEntry({
  tags = [],
  date,
}: {
  readonly tags?: readonly string[]
  readonly date?: string
}): string {
  return [...tags, date === undefined ? '' : dateWords(date)].join(' ')
}
