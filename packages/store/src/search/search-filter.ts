import { checkImportance, checkTexts } from '../check/check-memory.ts'
import { mustBeRecord } from '../check/check-request.ts'
import type { MemoryFilter } from '../contract/search.ts'
import type { SearchContent } from '../contract/search-all.ts'
import { dateSpan } from './dates.ts'

/** What a filter compares besides the date. */
export interface Filterable {
  readonly kind?: string
  readonly tags?: readonly string[]
  readonly importance?: number
}

/** Whether an item matches a filter, by its date and its fields. */
export type SearchFilter = (date: string | undefined, item?: Filterable) => boolean

const fieldsOf: Readonly<Record<SearchContent, readonly (keyof MemoryFilter)[]>> = {
  messages: ['from', 'until'],
  memory: ['kinds', 'tags', 'minImportance', 'from', 'until'],
  blocks: ['kinds', 'from', 'until'],
}

/** The importance of an entry without one: the middle of 1 to 10. */
const middling = 5

/**
 * Checks a filter and returns it as a function.
 *
 * @throws LamellaError `STORE_VALUE_INVALID` for an invalid filter, and for a field that this content does not have
 * @example
 * const accepts = searchFilter('memory', { kinds: ['fact'], from: '2026-01-01' })
 */
export function searchFilter(content: SearchContent, filter: MemoryFilter = {}): SearchFilter {
  const known = mustBeRecord('filter', filter, fieldsOf[content], 'is not supported here')
  const { kinds, tags = [], minImportance, from, until } = known
  const wanted = kinds === undefined ? undefined : new Set(checkTexts('filter.kinds', kinds))
  const needed = checkTexts('filter.tags', tags)
  const least = minImportance === undefined ? 0 : checkImportance('filter.minImportance', minImportance)
  const isInTime = dateFilter({ from, until })
  return (date, { kind = '', tags: own = [], importance = middling } = {}) =>
    (wanted === undefined || wanted.has(kind)) &&
    needed.every((tag) => own.includes(tag)) &&
    importance >= least &&
    isInTime(date)
}

function dateFilter({
  from,
  until,
}: {
  readonly from: string | undefined
  readonly until: string | undefined
}): (date: string | undefined) => boolean {
  if (from === undefined && until === undefined) return () => true
  const earliest = from === undefined ? Number.NEGATIVE_INFINITY : dateSpan('filter.from', from).first
  const latest = until === undefined ? Number.POSITIVE_INFINITY : dateSpan('filter.until', until).last
  return (date) => {
    if (date === undefined) return false
    const { first, last } = dateSpan('date', date)
    return last >= earliest && first <= latest
  }
}
