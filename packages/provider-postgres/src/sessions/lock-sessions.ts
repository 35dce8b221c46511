import type { Statements } from '../database/connector.ts'
import { sessionLock } from '../database/schema/session-lock.ts'

/**
 * Returns a function that locks sessions, given by their numbers, until the transaction ends: nobody appends to them or
 * changes them otherwise meanwhile. Returns those that still exist. What they have is to be read afterwards.
 */
export function createLockSessions(
  schema: string,
): (statements: Statements, tenant: string, ids: readonly number[]) => Promise<readonly number[]> {
  // In one order everywhere, so that two of these never wait for each other.
  const lock = `SELECT pg_advisory_xact_lock(k.key) FROM (
      SELECT DISTINCT ${sessionLock(schema, '$1::text', 'o.key', 's.sort')} AS key
      FROM ${schema}.sessions s JOIN ${schema}.owners o ON o.tenant = $1 AND o.id = s.owner
      WHERE s.tenant = $1 AND s.id = ANY($2::bigint[]) ORDER BY key
    ) k`
  const lockRows = `SELECT id FROM ${schema}.sessions WHERE tenant = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR UPDATE`
  return async (statements, tenant, ids) => {
    await statements.query(lock, tenant, ids)
    const rows = await statements.query<{ readonly id: number | string }>(lockRows, tenant, ids)
    return rows.map(({ id }) => Number(id))
  }
}
