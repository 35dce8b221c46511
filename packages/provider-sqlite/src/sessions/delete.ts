import type { RawSessions } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Deletes a session with everything derived from it, and its blobs. */
export function createDelete({ access, purge, owners, heads, remover, blobs }: SessionParts): RawSessions['delete'] {
  return async (owner, session) => {
    const sort = sortKey(session)
    const found = await access.write(() => {
      const head = heads.stand(owner, sort)
      if (head) remover.one(head.id)
      // A session that was never made can have blobs too.
      const number = owners.find(owner)
      if (number !== undefined) blobs.removeAll({ owner: number, sort }, null)
      return head !== undefined
    })
    await purge.run()
    return found
  }
}
