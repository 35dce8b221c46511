import { checkId } from '../../check/check.ts'
import type { BlockStore } from '../../contract/block-store.ts'
import { blockInfoOf } from './block-record.ts'
import type { BlockRecords } from './block-records.ts'

/** Finds a block by its label. */
export function createFind({ labels }: BlockRecords): BlockStore['find'] {
  return async (scope, label) => {
    const record = labels.of(scope).get(checkId('label', label))
    return record && blockInfoOf(record)
  }
}
