import { ownerOf } from '@lamella/store'
import type { Database } from '../database/database.ts'
import { toStored } from '../database/plain-text.ts'
import type { CatchUp } from './message-index.ts'

/** Adds the messages of all users and agents of a tenant to the index of words. */
export type IndexMessages = (request: { readonly tenant: string; readonly signal?: AbortSignal }) => Promise<number>

export function createIndexMessages({ schema, read }: Database, catchUp: CatchUp): IndexMessages {
  return async ({ tenant, signal }) => {
    const stored = toStored(ownerOf({ tenant }).tenant)
    const owners = await read(tenant, (statements) =>
      statements.query<{ readonly owner: number | string }>(
        `SELECT DISTINCT owner FROM ${schema}.sessions WHERE tenant = $1 AND waiting ORDER BY owner`,
        stored,
      ),
    )
    let count = 0
    for (const { owner } of owners) {
      const part = { tenant: stored, owner: Number(owner), kind: 'message' } as const
      count += await catchUp({ part, signal, time: Number.POSITIVE_INFINITY })
    }
    return count
  }
}
