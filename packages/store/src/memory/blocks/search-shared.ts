import type { Ranker } from '@lamella/core'
import type { BlockSharing } from '../../contract/block-sharing.ts'
import { storedBlockOf } from './block-record.ts'
import { searchBlocks } from './search-blocks.ts'
import { keyOf, type ShareRecords, sharedBlock } from './share-records.ts'

/** Finds blocks shared with a scope. */
export function createSearchShared(shares: ShareRecords, ranker: Ranker): Required<BlockSharing>['searchShared'] {
  return async (scope, request) => {
    const searched = shares.gotBy(scope).map((share) => {
      const record = shares.recordOf(share)
      return { record, id: keyOf(share.owner, share.id), item: () => sharedBlock(share, storedBlockOf(record)) }
    })
    return searchBlocks(searched, request, ranker)
  }
}
