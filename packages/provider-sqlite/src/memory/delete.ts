import { mustBeAt, type RawMemory } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { MemoryParts } from './memory-parts.ts'

/** Deletes an entry with everything derived from it. */
export function createDelete({ access, purge, entries, remove }: MemoryParts): RawMemory['delete'] {
  return async (owner, id, { expectedRevision }) => {
    const found = await access.write(() => {
      const row = entries.find(owner, sortKey(id))
      mustBeAt('memory', id, expectedRevision, row?.revision)
      if (row) remove([row])
      return row !== undefined
    })
    await purge.run()
    return found
  }
}

/** Erases the entries of a scope and of the narrower ones in it. */
export function createErase({ access, purge, owners, entries, remove }: MemoryParts): Required<RawMemory>['erase'] {
  return async (owner) => {
    const erased = await access.write(() => {
      const ids = owners.within(owner)
      const rows = ids.flatMap((id) => entries.allOf(id))
      remove(rows)
      if (owners.forget(ids)) purge.mark()
      return rows.length
    })
    await purge.run()
    return erased
  }
}
