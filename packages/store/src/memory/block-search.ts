import type { Ranker } from '@lamella/core'
import { ownerOf } from '../check/check.ts'
import { blockDate, blockFilter } from '../check/check-block.ts'
import { checkSearch } from '../check/check-search.ts'
import type { BlockSharing } from '../contract/block-sharing.ts'
import type { BlockStore } from '../contract/block-store.ts'
import type { SearchRequest, SearchResult } from '../contract/search.ts'
import { type BlockRecord, type BlockRecords, storedBlockOf } from './block-record.ts'
import { keyOf, type ShareRecords, sharedBlock } from './block-shares.ts'
import { keywordSearch, type Searchable } from './keyword-search.ts'

/** The searches of a store with a ranker: in a scope's own blocks, and in those shared with it. */
export function searchesOf(
  records: BlockRecords,
  shares: ShareRecords,
  ranker: Ranker,
): Required<Pick<BlockStore & BlockSharing, 'search' | 'searchShared'>> {
  return {
    search: async (scope, request) => {
      const all = [...records.of(ownerOf(scope)).values()]
      const searched = all.map((record) => ({ record, id: record.id, item: () => storedBlockOf(record) }))
      return searchBlocks(searched, request, ranker)
    },
    searchShared: async (scope, request) => {
      const searched = shares.gotBy(scope).map((share) => {
        const record = shares.recordOf(share)
        return { record, id: keyOf(share.owner, share.id), item: () => sharedBlock(share, storedBlockOf(record)) }
      })
      return searchBlocks(searched, request, ranker)
    },
  }
}

/** A searched block, and the value to return for it. */
interface SearchedBlock<Found> {
  readonly record: BlockRecord
  /** Unique among the blocks searched with it. */
  readonly id: string
  readonly item: () => Found
}

/**
 * Returns the best of some blocks for a query, by their texts and labels. @throws LamellaError `STORE_VALUE_INVALID`,
 * `RANKER_INVALID`
 */
function searchBlocks<Found>(
  blocks: readonly SearchedBlock<Found>[],
  request: SearchRequest,
  ranker: Ranker,
): SearchResult<Found> {
  const checked = checkSearch(request, ['keyword'])
  const matches = blockFilter(request.filter)
  const wanted = blocks.filter(({ record: { kind, updatedAt } }) =>
    matches(updatedAt === undefined ? { kind } : { kind, updatedAt }),
  )
  return keywordSearch(wanted.map(searchable), blocks.length, checked, ranker)
}

function searchable<Found>({ record, id, item }: SearchedBlock<Found>): Searchable<Found> {
  const date = blockDate(record.updatedAt)
  return {
    date,
    rankable: () => {
      record.said ??= saidIn(record)
      const rankable = { id, text: record.said }
      return date === undefined ? rankable : { ...rankable, date }
    },
    item,
  }
}

const saidIn = ({ text, label }: BlockRecord): string => `${text}\n${label}`
