import { checkChange, checkId, type MemoryStore, ownerOf } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import { type MemoryParts, mustBeAt } from './memory-parts.ts'

/** Deletes an entry with everything derived from it. */
export function createDelete({ access, purge, entries, remove }: MemoryParts): MemoryStore['delete'] {
  return async (scope, id, options) => {
    const owner = ownerOf(scope)
    const sort = sortKey(checkId('id', id))
    const { expectedRevision } = checkChange(options)
    const found = await access.write(() => {
      const row = entries.find(owner, sort)
      mustBeAt(id, row, expectedRevision)
      if (row) remove([row])
      return row !== undefined
    })
    await purge.run()
    return found
  }
}
