import { type BlockSharing, blockMissing, checkId, checkShare, compareOwners, ownerOf, scopeOf } from '@lamella/store'
import { type BlockParts, blockKey } from './block-parts.ts'
import { sharedBlock } from './share-rows.ts'

/** Shares a block with another scope. */
export function createShare({ database, owners, rows, shares }: BlockParts): BlockSharing['share'] {
  return async (scope, id, grantee, options) => {
    const { sort } = blockKey(scope, id)
    const { owner, grantee: other, permission, write } = checkShare(scope, grantee, options)
    await database.write(owner.tenant, async (statements) => {
      const row = await rows.find(statements, owner, sort, true)
      if (!row) throw blockMissing(id)
      const number = await owners.make(statements, other)
      await shares.put(statements, owner.tenant, Number(row.id), number, { permission, write })
    })
    return { scope: scopeOf(other), permission, write }
  }
}

/** Ends a share. */
export function createUnshare({ database, owners, rows, shares }: BlockParts): BlockSharing['unshare'] {
  return async (scope, id, grantee) => {
    const { owner, sort } = blockKey(scope, id)
    const other = ownerOf(grantee)
    if (other.tenant !== owner.tenant) return false
    return database.write(owner.tenant, async (statements) => {
      const row = await rows.find(statements, owner, sort, true)
      const number = await owners.find(statements, other)
      if (row === undefined || number === undefined) return false
      if (!(await shares.remove(statements, owner.tenant, Number(row.id), number))) return false
      // The name of the grantee may be stored nowhere else.
      await owners.forget(statements, owner.tenant, [number])
      return true
    })
  }
}

/** Lists the grantees of a block. */
export function createShares({ database, rows, shares }: BlockParts): BlockSharing['shares'] {
  return async (scope, id) => {
    const { owner, sort } = blockKey(scope, id)
    const all = await database.read(owner.tenant, async (statements) => {
      const row = await rows.find(statements, owner, sort)
      return row === undefined ? [] : await shares.givenOf(statements, owner.tenant, Number(row.id))
    })
    return all
      .toSorted((a, b) => compareOwners(a.owner, b.owner))
      .map(({ permission, write, owner: grantee }) => ({ scope: scopeOf(grantee), permission, write }))
  }
}

/** Lists the blocks that are shared with a scope. */
export function createListShared({ database, shares }: BlockParts): BlockSharing['listShared'] {
  return async (scope) => {
    const grantee = ownerOf(scope)
    const all = await database.read(grantee.tenant, (statements) => shares.gotBy(statements, grantee))
    const found = all.map((row) => ({ from: row.from, shared: sharedBlock(row) }))
    return found
      .sort((a, b) => compareOwners(a.from, b.from) || (a.shared.block.id < b.shared.block.id ? -1 : 1))
      .map(({ shared }) => shared)
  }
}

/** Finds a block shared with a scope, by its owner and label. */
export function createFindShared({ database, shares }: BlockParts): BlockSharing['findShared'] {
  return async (scope, owner, label) => {
    const [grantee, from, checked] = [ownerOf(scope), ownerOf(owner), checkId('label', label)]
    if (from.tenant !== grantee.tenant) return undefined
    const [row] = await database.read(grantee.tenant, (statements) =>
      shares.gotBy(statements, grantee, { owner: from, label: checked }),
    )
    return row && sharedBlock(row)
  }
}
