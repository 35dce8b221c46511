import { checkId } from '../../check/check.ts'
import { compareOwners } from '../../check/check-share.ts'
import type { BlockSharing } from '../../contract/block-sharing.ts'
import { blockShare, type ShareRecords } from './share-records.ts'

/** Lists with whom a block is shared. */
export function createShares(shares: ShareRecords): BlockSharing['shares'] {
  return async (scope, id) => {
    const all = [...shares.givenOf(scope, checkId('id', id))]
    return all.sort((a, b) => compareOwners(a.grantee, b.grantee)).map(blockShare)
  }
}
