import { type IdRow, idsIn, type Statements } from '../database/connector.ts'
import { sessionLock } from '../database/schema/session-lock.ts'
import { removeTexts } from '../search/remove-texts.ts'

/**
 * Locks sessions, given by their numbers, until the transaction ends: nobody appends to them or changes them otherwise
 * meanwhile. Returns those that still exist. What they have is to be read afterwards.
 */
export async function lockSessions(
  schema: string,
  statements: Statements,
  tenant: string,
  ids: readonly number[],
): Promise<readonly number[]> {
  // In one order everywhere, so that two of these never wait for each other.
  const lock = `SELECT pg_advisory_xact_lock(k.key) FROM (
      SELECT DISTINCT ${sessionLock(schema, '$1::text', 'o.key', 's.sort')} AS key
      FROM ${schema}.sessions s JOIN ${schema}.owners o ON o.tenant = $1 AND o.id = s.owner
      WHERE s.tenant = $1 AND s.id = ANY($2::bigint[]) ORDER BY key
    ) k`
  const lockRows = `SELECT id FROM ${schema}.sessions WHERE tenant = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR UPDATE`
  await statements.query(lock, tenant, ids)
  return idsIn(await statements.query<IdRow>(lockRows, tenant, ids))
}

/**
 * Removes sessions, given by their numbers, with everything derived from them. Lock them first, in the same
 * transaction.
 */
export async function removeSessions(
  schema: string,
  statements: Statements,
  tenant: string,
  sessions: readonly number[],
): Promise<void> {
  const owners = await statements.query<{ readonly owner: number | string; readonly ids: readonly string[] }>(
    `SELECT owner, array_agg(id::text) AS ids FROM ${schema}.sessions
     WHERE tenant = $1 AND id = ANY($2::bigint[]) GROUP BY owner ORDER BY owner`,
    ...[tenant, sessions],
  )
  for (const { owner, ids } of owners) {
    const part = { tenant, owner: Number(owner), kind: 'message' } as const
    await removeTexts(schema, statements, part, ids.map(Number))
  }
  // Foreign keys delete compactions and runs.
  for (const [table, column] of [
    ['messages', 'session'],
    ['operations', 'session'],
    ['sessions', 'id'],
  ]) {
    const removing = `DELETE FROM ${schema}.${table} WHERE tenant = $1 AND ${column} = ANY($2::bigint[])`
    await statements.query(removing, tenant, sessions)
  }
}
