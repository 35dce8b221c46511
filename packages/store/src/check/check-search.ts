import { throwIfAborted } from '@lamella/core/plugin'
import type { SearchMode, SearchRequest } from '../contract/search.ts'
import type { SearchContent } from '../contract/search-all.ts'
import { type SearchFilter, searchFilter } from '../search/search-filter.ts'
import { invalid } from './check.ts'
import { instantOf, limit, mustBeRecord } from './check-request.ts'

const modes: readonly SearchMode[] = ['auto', 'keyword', 'vector', 'hybrid']

const fields: readonly string[] = ['query', 'mode', 'limit', 'filter', 'recency', 'diversity', 'signal']

/** A search request with its defaults, and its filter as a function. */
export interface CheckedSearch {
  readonly query: string
  readonly mode: SearchMode
  readonly limit: number
  readonly recency: { readonly halfLifeDays: number; readonly now: Date } | undefined
  readonly diversity: number
  readonly signal: AbortSignal | undefined
  readonly accepts: SearchFilter
}

/**
 * Validates a `SearchRequest`. Any text is a query.
 *
 * @param hasVectors Whether the store compares vectors: without them, it has the modes `auto` and `keyword`.
 * @param also Fields that a request of the caller has besides.
 * @throws LamellaError `STORE_VALUE_INVALID`, `ABORTED` when its signal is already aborted
 */
export function checkSearch(
  request: SearchRequest,
  content: SearchContent,
  hasVectors = false,
  also: readonly string[] = [],
): CheckedSearch {
  const {
    query,
    mode = 'auto',
    limit: most = 10,
    filter,
    recency,
    diversity = 0,
    signal,
  } = mustBeRecord('request', request, [...fields, ...also])
  if (typeof query !== 'string') throw invalid('request.query', 'is not a string')
  if (!modes.includes(mode)) throw invalid('request.mode', `is not one of ${modes.join(', ')}`)
  if (!hasVectors && (mode === 'vector' || mode === 'hybrid'))
    throw invalid('request.mode', `is '${mode}', which this store does not support`)
  if (typeof diversity !== 'number' || !(diversity >= 0 && diversity <= 1)) {
    throw invalid('request.diversity', 'is not a number from 0 to 1')
  }
  if (recency !== undefined) {
    const { halfLifeDays, now } = mustBeRecord('request.recency', recency, ['halfLifeDays', 'now'])
    if (typeof halfLifeDays !== 'number' || !(halfLifeDays > 0)) {
      throw invalid('request.recency.halfLifeDays', 'is not a number above 0')
    }
    instantOf('request.recency.now', now)
  }
  throwIfAborted(signal, 'The search')
  const accepts = searchFilter(content, filter)
  return { query, mode, limit: limit('request.limit', most, 1), recency, diversity, signal, accepts }
}
