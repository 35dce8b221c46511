import { compareOwners } from '../../check/check-share.ts'
import type { BlockSharing } from '../../contract/block-sharing.ts'
import { type ShareRecords, sharedInfo } from './share-records.ts'

/** Lists the blocks shared with a scope. */
export function createListShared(shares: ShareRecords): BlockSharing['listShared'] {
  return async (scope) => {
    const all = [...shares.gotBy(scope)].sort((a, b) => compareOwners(a.owner, b.owner) || (a.id < b.id ? -1 : 1))
    return all.map((share) => sharedInfo(shares, share))
  }
}
