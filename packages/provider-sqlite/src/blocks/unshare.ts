import { type BlockSharing, checkId, ownerOf } from '@lamella/core/store'
import { sortKey } from '../database/sort-key.ts'
import type { BlockParts } from './block-parts.ts'

/** Takes a share back. */
export function createUnshare({ access, purge, owners, rows, shares }: BlockParts): BlockSharing['unshare'] {
  return async (scope, id, grantee) => {
    const [owner, other, sort] = [ownerOf(scope), ownerOf(grantee), sortKey(checkId('id', id))]
    const found = await access.write(() => {
      const row = rows.find(owner, sort)
      const number = owners.find(other)
      if (row === undefined || number === undefined || !shares.remove(row.id, number)) return false
      // Whom it was shared with is a name that may be known from nothing else.
      if (owners.forget([number])) purge.mark()
      return true
    })
    await purge.run()
    return found
  }
}
