import type { RawSessions } from '@lamella/store'
import { toStored } from '../database/plain-text.ts'
import { sessionKey } from './heads.ts'
import { createLockSessions } from './lock-sessions.ts'
import type { SessionParts } from './session-parts.ts'
import { createRemoveSessions } from './session-remover.ts'
import { createVerifySession } from './verify-session.ts'

type Admin = NonNullable<RawSessions['admin']>

/** Erases the sessions of a scope and of the narrower ones in it. */
export function createErase({ database, owners, blobs }: SessionParts): Admin['erase'] {
  const { schema } = database
  const lock = createLockSessions(schema)
  const remove = createRemoveSessions(schema)
  const owned = `SELECT id FROM ${schema}.sessions WHERE tenant = $1 AND owner = ANY($2::bigint[])`
  return (owner) => {
    const tenant = toStored(owner.tenant)
    return database.write(owner.tenant, async (statements) => {
      const ids = await owners.within(statements, owner)
      const rows = await statements.query<{ readonly id: number | string }>(owned, tenant, ids)
      const locked = await lock(
        statements,
        tenant,
        rows.map(({ id }) => Number(id)),
      )
      await remove(statements, tenant, locked)
      await blobs.erase(statements, tenant, ids)
      await owners.forget(statements, owner.tenant, ids)
      return locked.length
    })
  }
}

/** Reports the damage of a session. */
export function createVerify(parts: SessionParts): Admin['verify'] {
  const { database, heads } = parts
  const verify = createVerifySession(parts)
  return (owner, session) =>
    database.read(owner.tenant, async (statements) => {
      const head = await heads.find(statements, sessionKey(owner, session))
      return head ? verify(statements, head) : []
    })
}
