import type { Ranker } from '@lamella/core'
import type { CheckedSearch } from '../check/check-search.ts'
import type { RawBlocks } from '../checked/checked-blocks.ts'
import type { RawSharing } from '../checked/checked-sharing.ts'
import type { SearchResult } from '../contract/search.ts'
import { searchDate } from '../search/dates.ts'
import { type BlockRecord, type BlockRecords, storedBlockOf } from './block-record.ts'
import { granted, keyOf, type ShareRecords } from './block-shares.ts'
import { keywordSearch, type Searchable } from './keyword-search.ts'

/** The searches of a store with a ranker: in a scope's own blocks, and in those shared with it. */
export function searchesOf(
  records: BlockRecords,
  shares: ShareRecords,
  ranker: Ranker,
): Required<Pick<RawBlocks & RawSharing, 'search' | 'searchShared'>> {
  return {
    search: (owner, request) => {
      const all = [...records.of(owner).values()]
      const searched = all.map((record) => ({ record, id: record.id, item: () => storedBlockOf(record) }))
      return searchBlocks(searched, request, ranker)
    },
    searchShared: (grantee, request) => {
      const searched = shares.gotBy(grantee).map((share) => {
        const record = shares.recordOf(share)
        return { record, id: keyOf(share.owner, share.id), item: () => granted(share, storedBlockOf(record)) }
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

/** Returns the best of some blocks for a query, by their texts and labels. @throws LamellaError `RANKER_INVALID` */
function searchBlocks<Found>(
  blocks: readonly SearchedBlock<Found>[],
  request: CheckedSearch,
  ranker: Ranker,
): SearchResult<Found> {
  const wanted = blocks.filter(({ record }) => request.accepts(searchDate(record.updatedAt), record))
  return keywordSearch(wanted.map(searchable), blocks.length, request, ranker)
}

function searchable<Found>({ record, id, item }: SearchedBlock<Found>): Searchable<Found> {
  const date = searchDate(record.updatedAt)
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
