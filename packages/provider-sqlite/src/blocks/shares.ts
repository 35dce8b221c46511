import { type BlockSharing, checkId, compareOwners, ownerOf, scopeOf } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { BlockParts } from './block-parts.ts'

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
