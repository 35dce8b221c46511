import { type BlockSharing, checkId, ownerOf } from '@lamella/store'
import { sortKey } from '../database/sort-key.ts'
import type { BlockParts } from './block-parts.ts'

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
