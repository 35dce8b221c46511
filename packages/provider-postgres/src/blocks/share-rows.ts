import type { Grant, Granted, Owner } from '@lamella/store'
import type { Statements } from '../database/connector.ts'
import { ownerKey } from '../database/owners.ts'
import { fromStored, toStored } from '../database/plain-text.ts'
import { blockColumns, blockInfo, type MetaRow } from './block-rows.ts'

/** How a block is shared. */
interface ShareRow {
  readonly permission: string
  readonly write: boolean
}

interface OwnerRow {
  readonly user_id: string
  readonly agent_id: string
}

/** A share with its block and the owner of the block. */
export type SharedRow = ShareRow & MetaRow & { readonly from: Owner }

/** Shares of blocks. Call these methods in a transaction of the tenant. */
export interface ShareRows {
  put(statements: Statements, tenant: string, block: number, grantee: number, share: ShareRow): Promise<void>
  /** Returns whether the share existed. */
  remove(statements: Statements, tenant: string, block: number, grantee: number): Promise<boolean>
  /** The grantees of a block, in no particular order. */
  givenOf(statements: Statements, tenant: string, block: number): Promise<readonly Grant[]>
  /** The blocks shared with a scope, in no particular order; with a place, that block alone. */
  gotBy(statements: Statements, grantee: Owner, of?: SharedPlace): Promise<readonly SharedRow[]>
  /** The numbers of the grantees of blocks. */
  granteesOf(statements: Statements, tenant: string, blocks: readonly number[]): Promise<readonly number[]>
  /** Removes the shares granted to owners. The shares they granted go with their blocks. */
  removeOf(statements: Statements, tenant: string, grantees: readonly number[]): Promise<void>
}

/** A block of an owner, by its label or its id as a sort key. */
type SharedPlace = { readonly owner: Owner } & ({ readonly label: string } | { readonly sort: Uint8Array })

export function createShareRows(schema: string): ShareRows {
  const table = `${schema}.block_shares`
  return {
    put: async (statements, tenant, block, grantee, { permission, write }) => {
      await statements.query(
        `INSERT INTO ${table} (tenant, block, grantee, permission, write) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (tenant, block, grantee) DO UPDATE SET permission = excluded.permission, write = excluded.write`,
        ...[toStored(tenant), block, grantee, toStored(permission), write],
      )
    },
    remove: async (statements, tenant, block, grantee) => {
      const removing = `DELETE FROM ${table} WHERE tenant = $1 AND block = $2 AND grantee = $3 RETURNING block`
      return (await statements.query(removing, toStored(tenant), block, grantee)).length > 0
    },
    givenOf: async (statements, tenant, block) => {
      const rows = await statements.query<ShareRow & OwnerRow>(
        `SELECT s.permission, s.write, o.user_id, o.agent_id
        FROM ${table} s JOIN ${schema}.owners o ON o.tenant = $1 AND o.id = s.grantee
        WHERE s.tenant = $1 AND s.block = $2`,
        ...[toStored(tenant), block],
      )
      return rows.map(({ permission, write, ...row }) => ({
        ...{ permission: fromStored(permission), write, grantee: ownerIn(tenant, row) },
      }))
    },
    gotBy: async (statements, grantee, of) => {
      const one = of === undefined ? '' : `AND o.key = $3 AND ${'label' in of ? 'b.label' : 'b.sort'} = $4`
      const place = of && [ownerKey(of.owner), 'label' in of ? toStored(of.label) : of.sort]
      const rows = await statements.query<ShareRow & MetaRow & OwnerRow>(
        `SELECT ${blockColumns}, v.meta::text AS meta, s.permission, s.write, o.user_id, o.agent_id
        FROM ${schema}.owners g JOIN ${table} s ON s.tenant = $1 AND s.grantee = g.id
          JOIN ${schema}.blocks b ON b.tenant = $1 AND b.id = s.block
          JOIN ${schema}.block_values v ON v.tenant = $1 AND v.block = b.id
          JOIN ${schema}.owners o ON o.tenant = $1 AND o.id = b.owner
        WHERE g.tenant = $1 AND g.key = $2 ${one}`,
        ...[toStored(grantee.tenant), ownerKey(grantee), ...(place ?? [])],
      )
      return rows.map((row) => ({
        ...{ ...row, permission: fromStored(row.permission), from: ownerIn(grantee.tenant, row) },
      }))
    },
    granteesOf: async (statements, tenant, blocks) => {
      if (blocks.length === 0) return []
      const rows = await statements.query<{ readonly grantee: number | string }>(
        `SELECT DISTINCT grantee FROM ${table} WHERE tenant = $1 AND block = ANY($2)`,
        ...[toStored(tenant), blocks],
      )
      return rows.map((row) => Number(row.grantee))
    },
    removeOf: async (statements, tenant, grantees) => {
      await statements.query(
        `DELETE FROM ${table} WHERE tenant = $1 AND grantee = ANY($2)`,
        ...[toStored(tenant), grantees],
      )
    },
  }
}

function ownerIn(tenant: string, { user_id, agent_id }: OwnerRow): Owner {
  return { tenant, user: fromStored(user_id), agent: fromStored(agent_id) }
}

/** Returns what the grantee of a block may see of it. */
export function granted({ from, permission, write, ...row }: SharedRow): Granted {
  return { owner: from, block: blockInfo(row), permission, write }
}
