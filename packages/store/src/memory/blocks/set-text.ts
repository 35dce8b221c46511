import { checkRendered, checkUpTo } from '../../check/check-block.ts'
import type { BlockStore } from '../../contract/block-store.ts'
import { blockInfoOf, setRecordText } from './block-record.ts'
import type { BlockRecords } from './block-records.ts'

/** Sets the text that searches and readers without the document see. */
export function createSetText(records: BlockRecords): BlockStore['setText'] {
  return async (scope, id, text, upTo) => {
    const [checked, reached] = [checkRendered('text', text), checkUpTo(upTo)]
    const record = records.mustFind(scope, id)
    setRecordText(record, checked, reached)
    return blockInfoOf(record)
  }
}
