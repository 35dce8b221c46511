import { checkSince } from '../../check/check-block.ts'
import type { BlockStore } from '../../contract/block-store.ts'
import { contentOf } from './block-record.ts'
import type { BlockRecords } from './block-records.ts'

/** Reads the bytes that are new to a reader. */
export function createRead(records: BlockRecords): BlockStore['read'] {
  return async (scope, id, since) => {
    const record = records.find(scope, id)
    const seen = checkSince(since)
    return record && contentOf(record, seen)
  }
}
