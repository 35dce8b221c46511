import {
  type BlockSharing,
  blockMissing,
  checkId,
  checkShare,
  checkSince,
  compareOwners,
  type Owner,
  ownerOf,
  scopeOf,
} from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { BlockParts } from './block-parts.ts'
import type { BlockRow } from './block-rows.ts'
import { type ShareRow, sharedBlock } from './share-rows.ts'

/** Shares a block with another scope. */
export function createShare({ access, owners, rows, shares }: BlockParts): BlockSharing['share'] {
  return async (scope, id, grantee, options) => {
    const sort = sortKey(checkId('id', id))
    const { owner, grantee: other, permission, write } = checkShare(scope, grantee, options)
    await access.write(() => {
      const row = rows.find(owner, sort)
      if (!row) throw blockMissing(id)
      shares.put(row.id, owners.make(other), permission, write)
    })
    return { scope: scopeOf(other), permission, write }
  }
}

/** Ends a share. */
export function createUnshare({ access, purge, owners, rows, shares }: BlockParts): BlockSharing['unshare'] {
  return async (scope, id, grantee) => {
    const [owner, other, sort] = [ownerOf(scope), ownerOf(grantee), sortKey(checkId('id', id))]
    const found = await access.write(() => {
      const row = rows.find(owner, sort)
      const number = owners.find(other)
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
export function createShares({ access, rows, shares }: BlockParts): BlockSharing['shares'] {
  return async (scope, id) => {
    const [owner, sort] = [ownerOf(scope), sortKey(checkId('id', id))]
    const all = await access.read(() => {
      const row = rows.find(owner, sort)
      return row === undefined ? [] : [...shares.givenOf(row.id)]
    })
    return all
      .sort(compareOwners)
      .map(({ permission, write, ...grantee }) => ({ scope: scopeOf(grantee), permission, write: write === 1 }))
  }
}

/** Finds a block of `owner` that is shared with `scope`, and its share. Call it in a transaction. */
export function findShare(
  { owners, rows, shares }: BlockParts,
  scope: Owner,
  owner: Owner,
  id: string,
): { readonly row: BlockRow; readonly share: ShareRow } | undefined {
  const row = rows.find(owner, sortKey(id))
  const grantee = row && owners.find(scope)
  const share = row && grantee !== undefined ? shares.find(row.id, grantee) : undefined
  return row && share && { row, share }
}

/** Finds a block shared with a scope, by its owner and label. */
export function createFindShared({ access, shares }: BlockParts): BlockSharing['findShared'] {
  return async (scope, owner, label) => {
    const [to, from, checked] = [ownerOf(scope), ownerOf(owner), checkId('label', label)]
    const row = await access.read(() => shares.byLabel(to, from, checked))
    return row && sharedBlock(row)
  }
}

/** Lists the blocks that are shared with a scope. */
export function createListShared({ access, shares }: BlockParts): BlockSharing['listShared'] {
  return async (scope) => {
    const owner = ownerOf(scope)
    const all = [...(await access.read(() => shares.gotBy(owner)))]
    return all.sort((a, b) => compareOwners(a, b) || (a.name < b.name ? -1 : 1)).map(sharedBlock)
  }
}

/** Reads the bytes of a block that is shared with a scope. */
export function createReadShared(parts: BlockParts): BlockSharing['readShared'] {
  const { access, bytes } = parts
  return async (scope, owner, id, since) => {
    const [to, from] = [ownerOf(scope), ownerOf(owner)]
    const [checked, seen] = [checkId('id', id), checkSince(since)]
    return access.read(() => {
      const found = findShare(parts, to, from, checked)
      return found && bytes.read(found.row, seen)
    })
  }
}
