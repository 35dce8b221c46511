import { checkId } from '../../check/check.ts'
import { checkShare } from '../../check/check-share.ts'
import type { BlockSharing } from '../../contract/block-sharing.ts'
import type { BlockRecords } from './block-records.ts'
import { blockShare, type Share, type ShareRecords } from './share-records.ts'

/** Shares a block with another scope. */
export function createShare(records: BlockRecords, shares: ShareRecords): BlockSharing['share'] {
  return async (scope, id, grantee, options) => {
    const share: Share = { id: checkId('id', id), ...checkShare(scope, grantee, options) }
    records.mustFind(scope, id)
    shares.add(share)
    return blockShare(share)
  }
}
