import { memoryText } from '@lamella/ranker-bm25/stores'
import type { NewMemory, Owner, StoredMemory } from '@lamella/store'
import { toStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import { removeVectors, unindexTexts } from '../search/remove-texts.ts'
import { type EntryRow, type EntryValues, storedEntry } from './entries.ts'
import type { MemoryParts } from './memory-parts.ts'

/** The fields that a store adds to an entry. */
type Added = Pick<EntryValues, 'revision' | 'createdAt' | 'updatedAt'>

/**
 * Writes an entry, new or as a replacement, and gets its vector. Its words are indexed by the next search; those of the
 * text that it replaces are removed at once.
 *
 * @param add Returns the added fields, or throws.
 */
export async function keepEntry(
  { database, owners, entries, terms, vectors }: MemoryParts,
  owner: Owner,
  entry: NewMemory & { readonly kind: string },
  add: (before: EntryRow | undefined) => Added,
): Promise<StoredMemory> {
  const { schema } = database
  const json = JSON.stringify(entry)
  const sort = sortKey(entry.id)
  const tenant = toStored(owner.tenant)
  const kept = await database.write(owner.tenant, async (statements) => {
    for (;;) {
      const before = await entries.lock(statements, owner, sort)
      const values = { ...add(before), json }
      if (before) {
        const id = Number(before.id)
        const part = { tenant, owner: Number(before.owner), kind: 'entry' } as const
        const replaced = storedEntry(before)
        if (!before.waiting) {
          await unindexTexts(schema, statements, part, [id], terms.words(memoryText(replaced)))
        }
        if (replaced.text !== entry.text) await removeVectors(schema, statements, part, [id])
        await entries.change(statements, owner.tenant, id, values)
        return { id, owner: part.owner, values }
      }
      const number = await owners.make(statements, owner)
      const id = await entries.add(statements, owner.tenant, number, sort, values)
      if (id !== undefined) return { id, owner: number, values }
      // Another connection added it in between: the next look finds it.
    }
  })
  const { id, values } = kept
  await vectors?.give({ id, item: id, position: 0, tenant, owner: kept.owner, text: entry.text })
  return storedEntry({ json, revision: values.revision, created_at: values.createdAt, updated_at: values.updatedAt })
}
