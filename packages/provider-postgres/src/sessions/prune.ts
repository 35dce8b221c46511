import type { Scope } from '@lamella/core'
import { type Checks, checkOptions, isObject, mustBeWhole } from '@lamella/core/plugin'
import { ownerOf, scopeOf } from '@lamella/core/store'
import { createSessionBlobs } from '../blobs/session-blobs.ts'
import type { Database } from '../database/database.ts'
import { createOwners } from '../database/owners.ts'
import { fromStored, toStored } from '../database/plain-text.ts'
import { sessionEnd } from '../database/schema/session-end.ts'
import { sessionLock } from '../database/schema/session-lock.ts'
import { createRemoveSessions } from './session-remover.ts'

/** Which sessions to remove. */
export interface PruneRequest {
  readonly tenant: string
  /** Removes sessions whose last change with a time was before this. Sessions without any time stay. */
  readonly idleSince: Date
  /** The most sessions to remove: the size of the transaction. Default 100. */
  readonly limit?: number
}

/** A session that was removed. */
export interface PrunedSession {
  readonly scope: Scope
  readonly id: string
}

/** Removes the idle sessions of a tenant, of all its users and agents. */
export type Prune = (request: PruneRequest) => Promise<readonly PrunedSession[]>

const checks: Checks<PruneRequest> = {
  tenant: (value) => (typeof value === 'string' ? undefined : 'must be the id of a tenant'),
  idleSince: (value) =>
    isObject(value) && value instanceof Date && !Number.isNaN(value.getTime()) ? undefined : 'must be a valid Date',
  limit: mustBeWhole(1),
}

interface IdleRow {
  readonly id: number | string
  readonly owner: number | string
  readonly name: string
  readonly user_id: string
  readonly agent_id: string
}

export function createPrune(database: Database): Prune {
  const { schema } = database
  const remove = createRemoveSessions(schema)
  const owners = createOwners(schema)
  const blobs = createSessionBlobs(schema, owners)
  const end = sessionEnd(schema, '$1')
  const from = `FROM ${schema}.sessions s
    JOIN ${schema}.owners o ON o.tenant = $1 AND o.id = s.owner ${end.join} WHERE s.tenant = $1 AND ${end.changedAt} < $2`
  // A session that is in use at this moment is not idle. In the order of numbers, as elsewhere.
  const locked = `SELECT i.id FROM (
      SELECT s.id, ${sessionLock(schema, '$1::text', 'o.key', 's.sort')} AS key ${from} ORDER BY s.id
    ) i WHERE pg_try_advisory_xact_lock(i.key) LIMIT $3`
  // Looks again: what was appended before the lock was had is seen only now.
  const idle = `SELECT s.id, s.owner, s.name, o.user_id, o.agent_id ${from} AND s.id = ANY($3::bigint[])
    ORDER BY s.id FOR UPDATE OF s SKIP LOCKED`
  return async (request) => {
    const { tenant, idleSince, limit = 100 } = checkOptions('prune', request, checks, ['tenant', 'idleSince'])
    ownerOf({ tenant })
    const stored = toStored(tenant)
    return database.write(tenant, async (statements) => {
      const since = idleSince.getTime()
      const found = await statements.query<{ readonly id: number | string }>(locked, stored, since, limit)
      const rows = await statements.query<IdleRow>(idle, ...[stored, since, found.map(({ id }) => Number(id))])
      const ids = rows.map(({ id }) => Number(id))
      await blobs.removeOf(statements, stored, ids)
      await remove(statements, stored, ids)
      await owners.forget(
        statements,
        tenant,
        rows.map(({ owner }) => Number(owner)),
      )
      return rows.map(({ name, user_id, agent_id }) => ({
        scope: scopeOf({ tenant, user: fromStored(user_id), agent: fromStored(agent_id) }),
        id: fromStored(name),
      }))
    })
  }
}
