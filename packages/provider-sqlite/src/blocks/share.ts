import { type BlockSharing, blockMissing, checkId, checkShare, scopeOf } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { BlockParts } from './block-parts.ts'

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
