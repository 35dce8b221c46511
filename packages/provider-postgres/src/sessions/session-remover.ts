import type { Statements } from '../database/connector.ts'

/**
 * Removes sessions, given by their numbers, with everything derived from them. Lock their rows first, in the same
 * transaction.
 */
export type RemoveSessions = (statements: Statements, tenant: string, sessions: readonly number[]) => Promise<void>

/** Tables with rows of sessions, by `tenant` and `session`. Foreign keys delete compactions, operations and runs. */
const derived = ['messages']

export function createRemoveSessions(schema: string): RemoveSessions {
  return async (statements, tenant, sessions) => {
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
