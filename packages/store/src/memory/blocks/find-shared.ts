import { checkId, ownerOf } from '../../check/check.ts'
import type { BlockSharing } from '../../contract/block-sharing.ts'
import { keyOf, type ShareRecords, sharedInfo } from './share-records.ts'

/** Finds a block shared with a scope, by its owner and label. */
export function createFindShared(shares: ShareRecords): BlockSharing['findShared'] {
  return async (scope, owner, label) => {
    const [from, checked] = [keyOf(ownerOf(owner)), checkId('label', label)]
    const share = shares.gotBy(scope).find((one) => keyOf(one.owner) === from && shares.recordOf(one).label === checked)
    return share && sharedInfo(shares, share)
  }
}
