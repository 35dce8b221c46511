import type { BlockStore } from '../../contract/block-store.ts'
import { storedBlockOf } from './block-record.ts'
import type { BlockRecords } from './block-records.ts'

/** Reads the metadata and text of a block. */
export function createGet(records: BlockRecords): BlockStore['get'] {
  return async (scope, id) => {
    const record = records.find(scope, id)
    return record && storedBlockOf(record)
  }
}
