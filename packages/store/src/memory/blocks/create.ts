import { checkBlock } from '../../check/check-block.ts'
import { checkChange } from '../../check/check-request.ts'
import { blockExists } from '../../check/store-errors.ts'
import type { BlockStore } from '../../contract/block-store.ts'
import { newBlockRecord, storedBlockOf } from './block-record.ts'
import type { BlockRecords } from './block-records.ts'

/** Creates a block. */
export function createCreate(records: BlockRecords): BlockStore['create'] {
  const { labels } = records
  return async (scope, block, options) => {
    const kept = records.of(scope)
    const checked = checkBlock(block)
    const { at } = checkChange(options)
    const there = kept.get(checked.id) ?? labels.of(scope).get(checked.label)
    if (there) throw blockExists(there)
    const record = newBlockRecord(checked, at)
    records.set(scope, record.id, record)
    labels.set(scope, record.label, record)
    return storedBlockOf(record)
  }
}
