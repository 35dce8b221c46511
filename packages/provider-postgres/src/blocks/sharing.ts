import type { RawSharing } from '@lamella/store'
import type { Database } from '../database/database.ts'
import { createOwners } from '../database/owners.ts'
import { fromStored, toStored } from '../database/plain-text.ts'
import type { Append } from './append.ts'
import { findBlock, mustFindBlock } from './block-rows.ts'
import type { ReadBlock } from './read.ts'
import { granted, type OwnerRow, ownerIn, type ShareRow, sharedBlocks } from './share-rows.ts'

/** Creates the methods of sharing. */
export function createSharing(
  { schema, read, write }: Database,
  append: Append,
  readBlock: ReadBlock,
): Omit<RawSharing, 'hasVectors' | 'searchShared'> {
  const owners = createOwners(schema)
  const shares = `${schema}.block_shares`
  return {
    share: (owner, id, { grantee, permission, write: mayWrite }) =>
      write(owner.tenant, async (statements) => {
        const row = await mustFindBlock(schema, statements, owner, id)
        await statements.query(
          `INSERT INTO ${shares} (tenant, block, grantee, permission, write) VALUES ($1, $2, $3, $4, $5)
          ON CONFLICT (tenant, block, grantee) DO UPDATE SET permission = excluded.permission, write = excluded.write`,
          ...[toStored(owner.tenant), row.id, await owners.make(statements, grantee), toStored(permission), mayWrite],
        )
      }),
    unshare: (owner, id, grantee) =>
      write(owner.tenant, async (statements) => {
        const row = await findBlock(schema, statements, owner, id, 'lock')
        const number = await owners.find(statements, grantee)
        if (row === undefined || number === undefined) return false
        const removing = `DELETE FROM ${shares} WHERE tenant = $1 AND block = $2 AND grantee = $3 RETURNING block`
        const removed = await statements.query(removing, toStored(owner.tenant), row.id, number)
        if (removed.length === 0) return false
        // The name of the grantee may be stored nowhere else.
        await owners.forget(statements, owner.tenant, [number])
        return true
      }),
    shares: (owner, id) =>
      read(owner.tenant, async (statements) => {
        const row = await findBlock(schema, statements, owner, id)
        if (row === undefined) return []
        const rows = await statements.query<ShareRow & OwnerRow>(
          `SELECT s.permission, s.write, o.user_id, o.agent_id
          FROM ${shares} s JOIN ${schema}.owners o ON o.tenant = $1 AND o.id = s.grantee
          WHERE s.tenant = $1 AND s.block = $2`,
          ...[toStored(owner.tenant), row.id],
        )
        return rows.map(({ permission, write: mayWrite, ...to }) => ({
          ...{ permission: fromStored(permission), write: mayWrite, grantee: ownerIn(owner.tenant, to) },
        }))
      }),
    listShared: async (grantee) => {
      const rows = await read(grantee.tenant, (statements) => sharedBlocks(schema, statements, grantee))
      return rows.map(granted)
    },
    findShared: async (grantee, owner, label) => {
      const [row] = await read(grantee.tenant, (statements) =>
        sharedBlocks(schema, statements, grantee, { owner, label }),
      )
      return row && granted(row)
    },
    readShared: (grantee, owner, id, since) => readBlock(owner, id, grantee, since),
    appendShared: (grantee, owner, id, update, { permission, ...change }) =>
      append(owner, id, { grantee, permission }, update, change),
  }
}
