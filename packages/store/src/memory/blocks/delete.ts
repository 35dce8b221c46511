import { checkChange } from '../../check/check-request.ts'
import type { BlockStore } from '../../contract/block-store.ts'
import { mustBeAtRevision } from './block-record.ts'
import type { BlockRecords } from './block-records.ts'
import type { ShareRecords } from './share-records.ts'

/** Deletes a block and its shares. */
export function createDelete(records: BlockRecords, shares: ShareRecords): BlockStore['delete'] {
  return async (scope, id, options) => {
    const record = records.find(scope, id)
    mustBeAtRevision(id, record, checkChange(options).expectedRevision)
    if (record) {
      records.labels.delete(scope, record.label)
      shares.forget(scope, id)
    }
    return records.delete(scope, id)
  }
}
