import { createHash } from 'node:crypto'
import type { Owner } from '@lamella/store'
import { type IdRow, idsIn, type Statements } from './connector.ts'
import { toStored } from './plain-text.ts'

/** Numbers of owners. Call these methods in a transaction of the owner's tenant. */
export interface Owners {
  /** Returns `undefined` for an owner without data. */
  find(statements: Statements, owner: Owner): Promise<number | undefined>
  /** Finds or creates an owner. */
  make(statements: Statements, owner: Owner): Promise<number>
  /** Owners of a scope and of the narrower ones in it. An empty user or agent matches any. */
  within(statements: Statements, owner: Owner): Promise<readonly number[]>
  /** Removes those of these owners that have no data left. */
  forget(statements: Statements, tenant: string, ids: readonly number[]): Promise<void>
}

/** Tables whose rows belong to an owner, or are granted to one, and the columns with its number. */
const owning = [
  ['sessions', 'owner'],
  ['entries', 'owner'],
  ['blocks', 'owner'],
  ['block_shares', 'grantee'],
  ['blobs', 'owner'],
] as const

export function createOwners(schema: string): Owners {
  const finding = `SELECT id FROM ${schema}.owners WHERE tenant = $1 AND key = $2`
  const find = async (statements: Statements, owner: Owner): Promise<number | undefined> => {
    const [row] = await statements.query<IdRow>(finding, ...addressOf(owner))
    return row && Number(row.id)
  }
  return {
    find,
    make: async (statements, owner) => {
      const found = await find(statements, owner)
      if (found !== undefined) return found
      await statements.query(
        `INSERT INTO ${schema}.owners (tenant, key, user_id, agent_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
        ...[...addressOf(owner), toStored(owner.user), toStored(owner.agent)],
      )
      return (await find(statements, owner)) as number
    },
    within: async (statements, { tenant, user, agent }) => {
      const rows = await statements.query<IdRow>(
        `SELECT id FROM ${schema}.owners
         WHERE tenant = $1 AND ($2 = '' OR user_id = $2) AND ($3 = '' OR agent_id = $3)`,
        ...[tenant, user, agent].map(toStored),
      )
      return idsIn(rows)
    },
    forget: async (statements, tenant, ids) => {
      const these = 'o.tenant = $1 AND o.id = ANY($2::bigint[])'
      // Waits for others that are creating data; only the next statement sees it.
      const locking = `SELECT o.id FROM ${schema}.owners o WHERE ${these} ORDER BY o.id FOR UPDATE`
      await statements.query(locking, toStored(tenant), ids)
      const unused = owning.map(
        ([table, column]) =>
          `NOT EXISTS (SELECT FROM ${schema}.${table} t WHERE t.tenant = o.tenant AND t.${column} = o.id)`,
      )
      const text = `DELETE FROM ${schema}.owners o WHERE ${these} AND ${unused.join(' AND ')}`
      await statements.query(text, toStored(tenant), ids)
    },
  }
}

/** Returns the tenant of an owner as stored, and its key. */
export function addressOf(owner: Owner): [tenant: string, key: Uint8Array] {
  return [toStored(owner.tenant), ownerKey(owner)]
}

/** Returns the key of an owner within its tenant: a hash (SHA-256) of the ids of user and agent. */
export function ownerKey({ user, agent }: Owner): Uint8Array {
  const ids = JSON.stringify([user, agent])
  return createHash('sha256').update(ids).digest()
}
