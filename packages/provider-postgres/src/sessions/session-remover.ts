import type { Statements } from '../database/connector.ts'
import { removeTexts } from '../search/remove-texts.ts'

/**
 * Removes sessions, given by their numbers, with everything derived from them. Lock them first, in the same
 * transaction.
 */
export type RemoveSessions = (statements: Statements, tenant: string, sessions: readonly number[]) => Promise<void>

/** Tables with rows of sessions, by `tenant` and `session`. Foreign keys delete compactions and runs. */
const derived = ['messages', 'operations']

export function createRemoveSessions(schema: string): RemoveSessions {
  return async (statements, tenant, sessions) => {
    const owners = await statements.query<{ readonly owner: number | string; readonly ids: readonly string[] }>(
      `SELECT owner, array_agg(id::text) AS ids FROM ${schema}.sessions
       WHERE tenant = $1 AND id = ANY($2::bigint[]) GROUP BY owner ORDER BY owner`,
      ...[tenant, sessions],
    )
    for (const { owner, ids } of owners) {
      const part = { tenant, owner: Number(owner), kind: 'message' } as const
      await removeTexts(schema, statements, part, ids.map(Number))
    }
    for (const table of derived) {
      await statements.query(
        `DELETE FROM ${schema}.${table} WHERE tenant = $1 AND session = ANY($2::bigint[])`,
        tenant,
        sessions,
      )
    }
    await statements.query(
      `DELETE FROM ${schema}.sessions WHERE tenant = $1 AND id = ANY($2::bigint[])`,
      tenant,
      sessions,
    )
  }
}
