import type { RawSessions } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { SessionParts } from './session-parts.ts'
import { createVerifySession } from './verify-session.ts'

type Admin = NonNullable<RawSessions['admin']>

/** Erases the sessions of a scope and of the narrower ones in it. */
export function createErase({ access, purge, owners, remover, blobs }: SessionParts): Admin['erase'] {
  return async (owner) => {
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

/** Reports the damage of a session. */
export function createVerify({ access, heads, compactions, runs }: SessionParts): Admin['verify'] {
  const verify = createVerifySession(access.db, compactions, runs)
  return (owner, session) =>
    access.read(() => {
      const head = heads.find(owner, sortKey(session))
      return head ? verify(head) : []
    })
}
