import type { Ranker } from '@lamella/core'
import type { BlockStore } from '../../contract/block-store.ts'
import { storedBlockOf } from './block-record.ts'
import type { BlockRecords } from './block-records.ts'
import { searchBlocks } from './search-blocks.ts'

/** Finds blocks by their texts and labels. */
export function createSearch(records: BlockRecords, ranker: Ranker): Required<BlockStore>['search'] {
  return async (scope, request) => {
    const all = [...records.of(scope).values()]
    const searched = all.map((record) => ({ record, id: record.id, item: () => storedBlockOf(record) }))
    return searchBlocks(searched, request, ranker)
  }
}
