import type { RawSessions } from '@lamella/store'
import { sessionKey } from './heads.ts'
import type { SessionParts } from './session-parts.ts'
import { createRemoveSessions } from './session-remover.ts'

/** Deletes a session with everything derived from it, and its blobs. */
export function createDelete({ database, heads, blobs }: SessionParts): RawSessions['delete'] {
  const remove = createRemoveSessions(database.schema)
  return (owner, session) => {
    const key = sessionKey(owner, session)
    return database.write(owner.tenant, async (statements) => {
      const head = await heads.lock(statements, key)
      if (head) await remove(statements, head.tenant, [head.id])
      await blobs.remove(statements, key)
      return head !== undefined
    })
  }
}
