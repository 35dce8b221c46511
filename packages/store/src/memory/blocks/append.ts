import { checkBytes } from '../../check/check-block.ts'
import { checkChange } from '../../check/check-request.ts'
import { blockMissing } from '../../check/store-errors.ts'
import type { BlockStore } from '../../contract/block-store.ts'
import { appendUpdate } from './block-record.ts'
import type { BlockRecords } from './block-records.ts'

/** Adds an update. */
export function createAppend(records: BlockRecords): BlockStore['append'] {
  return async (scope, id, update, options) => {
    const record = records.find(scope, id)
    const bytes = checkBytes('update', update)
    const change = checkChange(options)
    if (!record) throw blockMissing(id)
    return appendUpdate(record, bytes, change)
  }
}
