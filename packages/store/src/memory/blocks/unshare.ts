import type { BlockSharing } from '../../contract/block-sharing.ts'
import type { ShareRecords } from './share-records.ts'

/** Ends a share. */
export function createUnshare(shares: ShareRecords): BlockSharing['unshare'] {
  return async (scope, id, grantee) => {
    const share = shares.find(grantee, scope, id)
    if (share !== undefined) shares.remove(share)
    return share !== undefined
  }
}
