import type { SessionStore } from '@lamella/core/store'
import { sessionKey } from './session-key.ts'
import type { SessionParts } from './session-parts.ts'

/** Deletes a session with everything derived from it. */
export function createDelete({ access, purge, heads, remover }: SessionParts): SessionStore['delete'] {
  return async (scope, session) => {
    const { owner, sort } = sessionKey(scope, session)
    const found = await access.write(() => {
      const head = heads.stand(owner, sort)
      if (head) remover.one(head.id, head.owner)
      return head !== undefined
    })
    await purge.run()
    return found
  }
}
