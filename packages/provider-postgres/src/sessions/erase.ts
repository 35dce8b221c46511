import { ownerOf, type SessionStore } from '@lamella/core/store'
import { toStored } from '../database/plain-text.ts'
import type { SessionParts } from './session-parts.ts'
import { createRemoveSessions } from './session-remover.ts'

/** Erases the sessions of a scope and of the narrower ones in it. */
export function createErase({ database, owners }: SessionParts): Required<SessionStore>['erase'] {
  const { schema } = database
  const remove = createRemoveSessions(schema)
  // In the order of their numbers, so that two erasures cannot wait for each other.
  const locked = `SELECT id FROM ${schema}.sessions WHERE tenant = $1 AND owner = ANY($2::bigint[]) ORDER BY id FOR UPDATE`
  return async (scope) => {
    const owner = ownerOf(scope)
    const tenant = toStored(owner.tenant)
    return database.write(owner.tenant, async (statements) => {
      const ids = await owners.within(statements, owner)
      const rows = await statements.query<{ readonly id: number | string }>(locked, tenant, ids)
      await remove(
        statements,
        tenant,
        rows.map(({ id }) => Number(id)),
      )
      await owners.forget(statements, owner.tenant, ids)
      return rows.length
    })
  }
}
