import type { Ranker } from '@lamella/core'
import { blockDate, blockFilter } from '../../check/check-block.ts'
import { checkSearch } from '../../check/check-search.ts'
import type { SearchRequest, SearchResult } from '../../contract/search.ts'
import { keywordSearch, type Searchable } from '../keyword-search.ts'
import type { BlockRecord } from './block-record.ts'

/** A searched block, and the value to return for it. */
export interface SearchedBlock<Found> {
  readonly record: BlockRecord
  /** Unique among the blocks searched with it. */
  readonly id: string
  readonly item: () => Found
}

/**
 * Returns the best of some blocks for a query, by their texts and labels. @throws LamellaError `STORE_VALUE_INVALID`,
 * `RANKER_INVALID`
 */
export function searchBlocks<Found>(
  blocks: readonly SearchedBlock<Found>[],
  request: SearchRequest,
  ranker: Ranker,
): SearchResult<Found> {
  const checked = checkSearch(request, ['keyword'])
  const isMeant = blockFilter(request.filter)
  const meant = blocks.filter(({ record: { kind, updatedAt } }) =>
    isMeant(updatedAt === undefined ? { kind } : { kind, updatedAt }),
  )
  return keywordSearch(meant.map(searchable), blocks.length, checked, ranker)
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
