import { checkBytes, checkUpTo } from '../../check/check-block.ts'
import type { BlockStore } from '../../contract/block-store.ts'
import { blockInfoOf, compactRecord } from './block-record.ts'
import type { BlockRecords } from './block-records.ts'

/** Replaces updates with a snapshot. */
export function createCompact(records: BlockRecords): BlockStore['compact'] {
  return async (scope, id, snapshot, upTo) => {
    const [bytes, reached] = [checkBytes('snapshot', snapshot), checkUpTo(upTo)]
    const record = records.mustFind(scope, id)
    compactRecord(record, bytes, reached)
    return blockInfoOf(record)
  }
}
