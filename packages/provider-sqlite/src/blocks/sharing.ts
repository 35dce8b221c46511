import type { Owner, RawSharing } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import { type BlockParts, mustFind } from './block-parts.ts'
import type { BlockRow } from './block-rows.ts'
import { granted, type ShareRow } from './share-rows.ts'

/** Shares a block with another scope. */
export function createShare(parts: BlockParts): RawSharing['share'] {
  const { access, owners, shares } = parts
  return (owner, id, { grantee, permission, write }) =>
    access.write(() => {
      shares.put(mustFind(parts, owner, id).id, owners.make(grantee), permission, write)
    })
}

/** Ends a share. */
export function createUnshare({ access, purge, owners, rows, shares }: BlockParts): RawSharing['unshare'] {
  return async (owner, id, grantee) => {
    const found = await access.write(() => {
      const row = rows.find(owner, sortKey(id))
      const number = owners.find(grantee)
      if (row === undefined || number === undefined || !shares.remove(row.id, number)) return false
      // The name of the grantee may be stored nowhere else.
      if (owners.forget([number])) purge.mark()
      return true
    })
    await purge.run()
    return found
  }
}

/** Lists the grantees of a block. */
export function createShares({ access, rows, shares }: BlockParts): RawSharing['shares'] {
  return async (owner, id) => {
    const all = await access.read(() => {
      const row = rows.find(owner, sortKey(id))
      return row === undefined ? [] : shares.givenOf(row.id)
    })
    return all.map(({ permission, write, ...grantee }) => ({ grantee, permission, write: write === 1 }))
  }
}

/** Finds a block of an owner that is shared with a grantee, and its share. Call it in a transaction. */
export function findShare(
  { owners, rows, shares }: BlockParts,
  grantee: Owner,
  owner: Owner,
  id: string,
): { readonly row: BlockRow; readonly share: ShareRow } | undefined {
  const row = rows.find(owner, sortKey(id))
  const number = row && owners.find(grantee)
  const share = row && number !== undefined ? shares.find(row.id, number) : undefined
  return row && share && { row, share }
}

/** Finds a block shared with a scope, by its owner and label. */
export function createFindShared({ access, shares }: BlockParts): RawSharing['findShared'] {
  return async (grantee, owner, label) => {
    const row = await access.read(() => shares.byLabel(grantee, owner, label))
    return row && granted(row)
  }
}

/** Lists the blocks that are shared with a scope. */
export function createListShared({ access, shares }: BlockParts): RawSharing['listShared'] {
  return async (grantee) => (await access.read(() => shares.gotBy(grantee))).map(granted)
}

/** Reads the bytes of a block that is shared with a scope. */
export function createReadShared(parts: BlockParts): RawSharing['readShared'] {
  const { access, bytes } = parts
  return (grantee, owner, id, since) =>
    access.read(() => {
      const found = findShare(parts, grantee, owner, id)
      return found && bytes.read(found.row, since)
    })
}
