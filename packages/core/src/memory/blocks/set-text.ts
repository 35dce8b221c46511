import type { BlockStore } from '../../contract/block-store.ts'
import { checkRendered, checkUpTo } from '../../store/check/check-block.ts'
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
