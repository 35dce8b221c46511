import type { BlockStore } from '../../contract/block-store.ts'
import type { BlockRecords } from './block-records.ts'
import type { ShareRecords } from './share-records.ts'

/** Erases the blocks and the shares of a scope and of narrower scopes. */
export function createErase(records: BlockRecords, shares: ShareRecords): Required<BlockStore>['erase'] {
  return async (scope) => {
    records.labels.erase(scope)
    shares.erase(scope)
    return records.erase(scope)
  }
}
