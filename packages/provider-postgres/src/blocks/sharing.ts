import { blockMissing, type RawSharing } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { BlockParts } from './block-parts.ts'
import { granted } from './share-rows.ts'

/** Shares a block with another scope. */
export function createShare({ database, owners, rows, shares }: BlockParts): RawSharing['share'] {
  return (owner, id, { grantee, ...share }) =>
    database.write(owner.tenant, async (statements) => {
      const row = await rows.find(statements, owner, sortKey(id), true)
      if (!row) throw blockMissing(id)
      const number = await owners.make(statements, grantee)
      await shares.put(statements, owner.tenant, Number(row.id), number, share)
    })
}

/** Ends a share. */
export function createUnshare({ database, owners, rows, shares }: BlockParts): RawSharing['unshare'] {
  return (owner, id, grantee) =>
    database.write(owner.tenant, async (statements) => {
      const row = await rows.find(statements, owner, sortKey(id), true)
      const number = await owners.find(statements, grantee)
      if (row === undefined || number === undefined) return false
      if (!(await shares.remove(statements, owner.tenant, Number(row.id), number))) return false
      // The name of the grantee may be stored nowhere else.
      await owners.forget(statements, owner.tenant, [number])
      return true
    })
}

/** Lists the grantees of a block. */
export function createShares({ database, rows, shares }: BlockParts): RawSharing['shares'] {
  return (owner, id) =>
    database.read(owner.tenant, async (statements) => {
      const row = await rows.find(statements, owner, sortKey(id))
      return row === undefined ? [] : await shares.givenOf(statements, owner.tenant, Number(row.id))
    })
}

/** Lists the blocks that are shared with a scope. */
export function createListShared({ database, shares }: BlockParts): RawSharing['listShared'] {
  return async (grantee) => {
    const rows = await database.read(grantee.tenant, (statements) => shares.gotBy(statements, grantee))
    return rows.map(granted)
  }
}

/** Finds a block shared with a scope, by its owner and label. */
export function createFindShared({ database, shares }: BlockParts): RawSharing['findShared'] {
  return async (grantee, owner, label) => {
    const [row] = await database.read(grantee.tenant, (statements) =>
      shares.gotBy(statements, grantee, { owner, label }),
    )
    return row && granted(row)
  }
}
