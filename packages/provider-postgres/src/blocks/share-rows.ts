import type { Granted, Owner } from '@lamella/store'
import type { Statements } from '../database/connector.ts'
import { addressOf, ownerKey } from '../database/owners.ts'
import { fromStored, toStored } from '../database/plain-text.ts'
import { blockInfo, decoded, type MetaRow, metaColumns } from './block-rows.ts'

/** How a block is shared. */
export interface ShareRow {
  readonly permission: string
  readonly write: boolean
}

/** The ids of an owner, as stored. */
export interface OwnerRow {
  readonly user_id: string
  readonly agent_id: string
}

/** A share with its block and the owner of the block. */
export type SharedRow = ShareRow & MetaRow & { readonly from: Owner }

/** A block of an owner, by its label or its id as a sort key. */
type SharedPlace = { readonly owner: Owner } & ({ readonly label: string } | { readonly sort: Uint8Array })

/** Returns the blocks shared with a scope, in no particular order; with a place, that block alone. */
export async function sharedBlocks(
  schema: string,
  statements: Statements,
  grantee: Owner,
  of?: SharedPlace,
): Promise<readonly SharedRow[]> {
  const one = of === undefined ? '' : `AND o.key = $3 AND ${'label' in of ? 'b.label' : 'b.sort'} = $4`
  const place = of && [ownerKey(of.owner), 'label' in of ? toStored(of.label) : of.sort]
  const rows = await statements.query<ShareRow & MetaRow & OwnerRow>(
    `SELECT ${metaColumns}, s.permission, s.write, o.user_id, o.agent_id
    FROM ${schema}.owners g JOIN ${schema}.block_shares s ON s.tenant = $1 AND s.grantee = g.id
      JOIN ${schema}.blocks b ON b.tenant = $1 AND b.id = s.block
      JOIN ${schema}.block_values v ON v.tenant = $1 AND v.block = b.id
      JOIN ${schema}.owners o ON o.tenant = $1 AND o.id = b.owner
    WHERE g.tenant = $1 AND g.key = $2 ${one}`,
    ...[...addressOf(grantee), ...(place ?? [])],
  )
  return rows.map((row) => ({
    ...{ ...decoded(row), permission: fromStored(row.permission), from: ownerIn(grantee.tenant, row) },
  }))
}

/** Returns an owner of a tenant. */
export function ownerIn(tenant: string, { user_id, agent_id }: OwnerRow): Owner {
  return { tenant, user: fromStored(user_id), agent: fromStored(agent_id) }
}

/** Returns what the grantee of a block may see of it. */
export function granted({ from, permission, write, ...row }: SharedRow): Granted {
  return { owner: from, block: blockInfo(row), permission, write }
}
