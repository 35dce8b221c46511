import { ownerOf, type SessionAdmin } from '@lamella/store'
import type { SessionParts } from './session-parts.ts'

/** Erases the sessions of a scope and of the narrower ones in it. */
export function createErase({ access, purge, owners, remover, blobs }: SessionParts): SessionAdmin['erase'] {
  return async (scope) => {
    const owner = ownerOf(scope)
    const erased = await access.write(() => {
      const ids = owners.within(owner)
      const count = ids.reduce((sum, id) => sum + remover.allOf(id), 0)
      for (const id of ids) blobs.removeOf(id)
      if (owners.forget(ids)) purge.mark()
      return count
    })
    await purge.run()
    return erased
  }
}
