import type { MemorySource, Notice } from '@lamella/core'
import { LamellaError } from '@lamella/core'
import {
  checkOptions,
  type MemoryRequest,
  mustBeNumber,
  mustBeObject,
  mustBeOneOf,
  mustBeWhole,
  throwIfAborted,
} from '@lamella/core/plugin'
import type { MemoryStore } from '../contract/memory-store.ts'
import type { Indexed, MemoryFilter, SearchMode, SearchRequest } from '../contract/search.ts'
import { memorySource, toEntry } from './memory-source.ts'

/** Options of `searchSource`. */
export interface SearchSourceOptions {
  /** How many entries to search for. Default 50. */
  readonly limit?: number
  /** Default `auto`. */
  readonly mode?: SearchMode
  readonly filter?: MemoryFilter
  /**
   * Halves a dated entry's score after this many days, counted back from the request's `now`; without `now` nothing
   * fades.
   */
  readonly halfLifeDays?: number
  /** 0 (default: best scores only) to 1 (most diverse). */
  readonly diversity?: number
}

/**
 * Uses a memory store as the source of the memory layer and searches it for entries that match the new message. Without
 * a message it returns the first entries, like `memorySource`. In a run it looks up the memories that the model has seen and were
 * not found: those that are erased, or that no longer match the filter, are revoked.
 *
 * @throws LamellaError `OPTION_INVALID`, also for a store that cannot search; on reading, what the store throws
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
  if (typeof store?.search !== 'function') throw cannotSearch()
  const { limit = 50, filter } = checked
  const all = memorySource(store, { maxEntries: limit, ...(filter === undefined ? {} : { filter }) })
  return {
    entries: async (scope, request) => {
      const { query = '', signal } = request
      throwIfAborted(signal, 'The search')
      if (query.trim() === '') return all.entries(scope, request)
      const result = await store.search?.(scope, searchRequest(query, { ...checked, limit }, request))
      const entries = (result?.hits ?? []).map(({ item }) => toEntry(item))
      if (result === undefined || result.indexed.done >= result.indexed.of) return { entries, found: true }
      return { entries, found: true, notices: [indexBehind(result.indexed)] }
    },
    ...(all.revoked && { revoked: all.revoked }),
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
    what: 'The store of searchSource has no search method.',
    fix: 'Use a store that can search, or memorySource with a ranker.',
    details: { what: 'searchSource', option: 'store' },
  })
}

function indexBehind({ of, done }: Indexed): Notice {
  return {
    code: 'MEMORY_INDEX_BEHIND',
    what: `${done} of ${of} memories are indexed so far.`,
    fix: 'Search again: each search continues the index.',
  }
}
