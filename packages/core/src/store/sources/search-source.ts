import { throwIfAborted } from '../../aborted.ts'
import type { MemoryStore } from '../../contract/memory-store.ts'
import type { MemoryFilter, SearchMode, SearchRequest } from '../../contract/search.ts'
import type { MemoryRequest, MemorySource } from '../../contract/sources.ts'
import { LamellaError } from '../../errors.ts'
import { checkOptions, mustBeNumber, mustBeObject, mustBeOneOf, mustBeWhole } from '../../options.ts'
import { memorySource, toEntry } from './memory-source.ts'

/** How `searchSource` asks its store. */
export interface SearchSourceOptions {
  /** Entries that are asked for. Default 50. */
  readonly limit?: number
  /** Default `auto`. */
  readonly mode?: SearchMode
  readonly filter?: MemoryFilter
  /** After so many days a dated entry counts half, reckoned from the request's `now`; without that nothing fades. */
  readonly halfLifeDays?: number
  /** 0 (default: the best alone) to 1 (as different as can be). */
  readonly diversity?: number
}

/**
 * A memory store as the source of the memory layer, which is asked for what fits the new message. Where there is none, the
 * first entries are given, as `memorySource` has them.
 *
 * @throws LamellaError `OPTION_INVALID`, also for a store that cannot search; when it is asked, what the store throws
 * @example
 * const layer = memory({ source: searchSource(store, { mode: 'hybrid', halfLifeDays: 90 }) })
 */
export function searchSource(store: MemoryStore, options: SearchSourceOptions = {}): MemorySource {
  const checked = checkOptions('searchSource', options, {
    limit: mustBeWhole(1),
    mode: mustBeOneOf(['auto', 'keyword', 'vector', 'hybrid']),
    filter: mustBeObject,
    halfLifeDays: mustBeNumber(Number.MIN_VALUE, Number.MAX_VALUE),
    diversity: mustBeNumber(0, 1),
  })
  if (typeof store.search !== 'function') throw cannotSearch()
  const { limit = 50, filter } = checked
  const all = memorySource(store, { maxEntries: limit, ...(filter === undefined ? {} : { filter }) })
  return {
    entries: async (scope, request) => {
      const { query = '', signal } = request
      throwIfAborted(signal, 'The search')
      if (query.trim() === '') return all.entries(scope, request)
      const hits = (await store.search?.(scope, searchRequest(query, { ...checked, limit }, request))) ?? []
      return { entries: hits.map(({ item }) => toEntry(item)), found: true }
    },
  }
}

function searchRequest(
  query: string,
  { halfLifeDays, ...options }: SearchSourceOptions,
  { now, signal }: MemoryRequest,
): SearchRequest {
  const recency = halfLifeDays !== undefined && now !== undefined ? { recency: { halfLifeDays, now } } : {}
  return { query, signal, ...options, ...recency }
}

function cannotSearch(): Error {
  return new LamellaError({
    code: 'OPTION_INVALID',
    what: 'The store of searchSource has no method search.',
    fix: 'Give a store that can search, or use memorySource and a ranker.',
    details: { what: 'searchSource', option: 'store' },
  })
}
