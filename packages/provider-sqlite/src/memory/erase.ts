import { type MemoryStore, ownerOf } from '@lamella/store'
import type { MemoryParts } from './memory-parts.ts'

/** Erases the entries of a scope and of the narrower ones in it. */
export function createErase({ access, purge, owners, entries, remove }: MemoryParts): Required<MemoryStore>['erase'] {
  return async (scope) => {
    const owner = ownerOf(scope)
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
