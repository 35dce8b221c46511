import { checkSince } from '../../check/check-block.ts'
import type { BlockSharing } from '../../contract/block-sharing.ts'
import { contentOf } from './block-record.ts'
import type { ShareRecords } from './share-records.ts'

/** Reads the bytes of a block shared with a scope. */
export function createReadShared(shares: ShareRecords): BlockSharing['readShared'] {
  return async (scope, owner, id, since) => {
    const share = shares.find(scope, owner, id)
    const seen = checkSince(since)
    return share && contentOf(shares.recordOf(share), seen)
  }
}
