import { checkBlockList } from '../../check/check-block.ts'
import type { BlockInfo, BlockStore } from '../../contract/block-store.ts'
import { idsAfter } from '../owners.ts'
import { type BlockRecord, blockInfoOf } from './block-record.ts'
import type { BlockRecords } from './block-records.ts'

/** Lists the blocks of an owner by their ids. */
export function createList(records: BlockRecords): BlockStore['list'] {
  return async (scope, request) => {
    const kept = records.of(scope)
    const { after, limit, isMeant } = checkBlockList(request)
    const blocks: BlockInfo[] = []
    for (const id of idsAfter(kept.keys(), after)) {
      const record = kept.get(id) as BlockRecord
      if (!isMeant(record)) continue
      if (blocks.length === limit) return { blocks, more: true }
      blocks.push(blockInfoOf(record))
    }
    return { blocks, more: false }
  }
}
