import { ownerOf, type SessionAdmin } from '@lamella/store'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'
import { createVerifySession } from './verify-session.ts'

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

/** Reports the damage of a session. */
export function createVerify({ access, heads, compactions, runs }: SessionParts): SessionAdmin['verify'] {
  const verify = createVerifySession(access.db, compactions, runs)
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session)
    return access.read(() => {
      const head = heads.find(owner, sort)
      return head ? verify(head) : []
    })
  }
}
