import { throwIfAborted } from '@lamella/core/plugin'
import type { SearchMode, SearchRequest } from '../contract/search.ts'
import { invalid } from './check.ts'
import { instantOf, limit, mustBeRecord } from './check-request.ts'

const modes: readonly SearchMode[] = ['auto', 'keyword', 'vector', 'hybrid']

const fields: readonly string[] = ['query', 'mode', 'limit', 'filter', 'recency', 'diversity', 'signal']

/** A search request with its defaults. The filter has its own function. */
export interface CheckedSearch {
  readonly query: string
  readonly mode: SearchMode
  readonly limit: number
  readonly recency: { readonly halfLifeDays: number; readonly now: Date } | undefined
  readonly diversity: number
  readonly signal: AbortSignal | undefined
}

/**
 * Validates a `SearchRequest`. Any text is a query.
 *
 * @param has The modes that the store supports, in addition to `auto`.
 * @param also Fields that a request of the caller has besides.
 * @throws LamellaError `STORE_VALUE_INVALID`, `ABORTED` when its signal is already aborted
 */
export function checkSearch(
  request: SearchRequest,
  has: readonly SearchMode[],
  also: readonly string[] = [],
): CheckedSearch {
  const {
    query,
    mode = 'auto',
    limit: most = 10,
    recency,
    diversity = 0,
    signal,
  } = mustBeRecord('request', request, [...fields, ...also])
  if (typeof query !== 'string') throw invalid('request.query', 'is not a string')
  if (!modes.includes(mode)) throw invalid('request.mode', `is not one of ${modes.join(', ')}`)
  if (mode !== 'auto' && !has.includes(mode))
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
  return { query, mode, limit: limit('request.limit', most, 1), recency, diversity, signal }
}
