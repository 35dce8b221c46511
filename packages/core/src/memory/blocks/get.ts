import type { BlockStore } from '../../contract/block-store.ts'
import { storedBlockOf } from './block-record.ts'
import type { BlockRecords } from './block-records.ts'

/** Reads what is known of a block, and its text. */
export function createGet(records: BlockRecords): BlockStore['get'] {
  return async (scope, id) => {
    const record = records.find(scope, id)
    return record && storedBlockOf(record)
  }
}
