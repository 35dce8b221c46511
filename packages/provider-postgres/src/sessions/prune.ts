import type { Scope } from '@lamella/core'
import { type Checks, checkOptions, isObject, mustBeWhole } from '@lamella/core/plugin'
import { ownerOf, scopeOf } from '@lamella/store'
import { createSessionBlobs } from '../blobs/session-blobs.ts'
import { type IdRow, idsIn, type Statements } from '../database/connector.ts'
import type { Database } from '../database/database.ts'
import { createOwners } from '../database/owners.ts'
import { fromStored, toStored } from '../database/plain-text.ts'
import { sessionEnd } from '../database/schema/session-end.ts'
import { sessionLock } from '../database/schema/session-lock.ts'
import { removeSessions } from './remove-sessions.ts'

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

/** Before any time that a `Date` can have. */
const earliest = -8.64e15 - 1

/** The most sessions to look at in one statement, unless more are to be removed. */
const step = 100

interface SeenRow extends IdRow {
  /** The time in the session's row: never later than that of its last change. */
  readonly kept: number | string
  readonly idle: boolean
}

interface IdleRow extends IdRow {
  readonly owner: number | string
  readonly name: string
  readonly user_id: string
  readonly agent_id: string
}

/**
 * Sessions are found by the times in their rows, oldest first. One that is in use has a later time in its last message
 * (session-end.ts): that time is written to the row, so that the next call does not look at the session again.
 */
export function createPrune(database: Database): Prune {
  const { schema } = database
  const owners = createOwners(schema)
  const blobs = createSessionBlobs(schema, owners)
  const end = sessionEnd(schema, '$1')
  const seen = `SELECT s.id, s.changed_at AS kept, ${end.changedAt} < $2 AS idle FROM (
      SELECT id, revision, changed_at FROM ${schema}.sessions
      WHERE tenant = $1 AND changed_at < $2 AND (changed_at, id) > ($3::bigint, $4::bigint)
      ORDER BY changed_at, id LIMIT $5
    ) s ${end.join} ORDER BY s.changed_at, s.id`
  const ownerKey = `(SELECT o.key FROM ${schema}.owners o WHERE o.tenant = $1 AND o.id = s.owner)`
  // A session that is in use at this moment is not idle. The statements after this one see all that was appended to it.
  const locked = `SELECT i.id FROM (
      SELECT s.id, ${sessionLock(schema, '$1::text', ownerKey, 's.sort')} AS key FROM ${schema}.sessions s
      WHERE s.tenant = $1 AND s.id = ANY($2::bigint[])
    ) i WHERE pg_try_advisory_xact_lock(i.key)`
  const advanced = `UPDATE ${schema}.sessions s SET changed_at = (
      SELECT ${end.changedAt} FROM (VALUES (1)) AS one ${end.join}
    ) WHERE s.tenant = $1 AND s.id = ANY($2::bigint[])`
  const idle = `SELECT s.id, s.owner, s.name, o.user_id, o.agent_id FROM ${schema}.sessions s
    JOIN ${schema}.owners o ON o.tenant = $1 AND o.id = s.owner ${end.join}
    WHERE s.tenant = $1 AND s.id = ANY($3::bigint[]) AND ${end.changedAt} < $2
    FOR UPDATE OF s SKIP LOCKED`

  const lock = async (statements: Statements, tenant: string, ids: readonly number[]): Promise<readonly number[]> => {
    return idsIn(await statements.query<IdRow>(locked, tenant, ids))
  }
  const removeIdle = async (
    statements: Statements,
    tenant: string,
    since: number,
    found: readonly number[],
  ): Promise<readonly PrunedSession[]> => {
    const stored = toStored(tenant)
    const rows = await statements.query<IdleRow>(idle, stored, since, await lock(statements, stored, found))
    // In the order in which they were found: to sort here would make PostgreSQL read all sessions in this order.
    const sorted = rows.toSorted((a, b) => found.indexOf(Number(a.id)) - found.indexOf(Number(b.id)))
    const ids = idsIn(sorted)
    await blobs.removeOf(statements, stored, ids)
    await removeSessions(schema, statements, stored, ids)
    await owners.forget(
      statements,
      tenant,
      rows.map(({ owner }) => Number(owner)),
    )
    return sorted.map(({ name, user_id, agent_id }) => ({
      scope: scopeOf({ tenant, user: fromStored(user_id), agent: fromStored(agent_id) }),
      id: fromStored(name),
    }))
  }

  return async (request) => {
    const { tenant, idleSince, limit = 100 } = checkOptions('prune', request, checks, ['tenant', 'idleSince'])
    ownerOf({ tenant })
    const stored = toStored(tenant)
    const since = idleSince.getTime()
    const most = Math.max(step, limit)
    for (let after: readonly unknown[] = [earliest, 0]; ; ) {
      const rows = await database.read(tenant, (statements) =>
        statements.query<SeenRow>(seen, stored, since, ...after, most),
      )
      const used = idsIn(rows.filter(({ idle }) => !idle))
      if (used.length > 0) {
        await database.write(tenant, async (statements) => {
          await statements.query(advanced, stored, await lock(statements, stored, used))
        })
      }
      const found = idsIn(rows.filter(({ idle }) => idle))
      for (let start = 0; start < found.length; start += limit) {
        const some = found.slice(start, start + limit)
        const removed = await database.write(tenant, (statements) => removeIdle(statements, tenant, since, some))
        if (removed.length > 0) return removed
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < most) return []
      after = [last.kept, last.id]
    }
  }
}
