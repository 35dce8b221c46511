import { memoryText } from '@lamella/ranker-bm25/stores'
import { mustBeAt, type RawMemory } from '@lamella/store'
import { toStored } from '../database/plain-text.ts'
import { sortKey } from '../database/sort-key.ts'
import { removeAllTexts, removeTexts } from '../search/remove-texts.ts'
import { storedEntry } from './entries.ts'
import type { MemoryParts } from './memory-parts.ts'

/** Deletes an entry with everything derived from it. */
export function createDelete({ database, owners, entries, terms }: MemoryParts): RawMemory['delete'] {
  const { schema } = database
  return (owner, id, { expectedRevision }) =>
    database.write(owner.tenant, async (statements) => {
      const row = await entries.lock(statements, owner, sortKey(id))
      mustBeAt('memory', id, expectedRevision, Number(row?.revision ?? 0))
      if (row === undefined) return false
      const part = { tenant: toStored(owner.tenant), owner: Number(row.owner), kind: 'entry' } as const
      const words = terms.words(memoryText(storedEntry(row)))
      await removeTexts(schema, statements, part, [Number(row.id)], words)
      await entries.remove(statements, owner.tenant, Number(row.id))
      await owners.forget(statements, owner.tenant, [part.owner])
      return true
    })
}

/** Erases the entries of a scope and of the narrower ones in it. */
export function createErase({ database, owners, entries }: MemoryParts): Required<RawMemory>['erase'] {
  const { schema } = database
  return (owner) =>
    database.write(owner.tenant, async (statements) => {
      const ids = await owners.within(statements, owner)
      let erased = 0
      for (const id of ids) {
        // The entries first: whoever indexes them has locked them.
        erased += await entries.removeAll(statements, owner.tenant, id)
        await removeAllTexts(schema, statements, { tenant: toStored(owner.tenant), owner: id, kind: 'entry' })
      }
      await owners.forget(statements, owner.tenant, ids)
      return erased
    })
}
