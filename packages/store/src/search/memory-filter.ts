import { checkImportance, checkTexts } from '../check/check-memory.ts'
import { mustBeRecord } from '../check/check-request.ts'
import type { MemoryFilter } from '../contract/search.ts'
import { dateSpan } from './dates.ts'

/** The entry fields that a filter compares. */
export interface Filterable {
  readonly kind: string
  readonly tags?: readonly string[]
  readonly importance?: number
  readonly date?: string
}

const fields: readonly (keyof MemoryFilter)[] = ['kinds', 'tags', 'minImportance', 'from', 'until']

/** The importance of an entry without one: the middle of 1 to 10. */
const middling = 5

/**
 * Returns the filter as a function that checks whether an entry matches.
 *
 * @throws LamellaError `STORE_VALUE_INVALID` for an invalid filter
 * @example
 * const isMeant = memoryFilter({ kinds: ['fact'], from: '2026-01-01' })
 */
export function memoryFilter(filter: MemoryFilter = {}): (entry: Filterable) => boolean {
  const { kinds, tags = [], minImportance, from, until } = mustBeRecord('filter', filter, fields)
  const wanted = kinds === undefined ? undefined : new Set(checkTexts('filter.kinds', kinds))
  const needed = checkTexts('filter.tags', tags)
  const least = minImportance === undefined ? 0 : checkImportance('filter.minImportance', minImportance)
  const isInTime = dateFilter({ from, until })
  return ({ kind, tags: own = [], importance = middling, date }) =>
    (wanted === undefined || wanted.has(kind)) &&
    needed.every((tag) => own.includes(tag)) &&
    importance >= least &&
    isInTime(date)
}

/** Returns the filter for messages, which have only a time. @throws LamellaError `STORE_VALUE_INVALID` */
export function messageFilter(filter: MemoryFilter = {}): (message: { readonly at?: string }) => boolean {
  const { from, until } = mustBeRecord('filter', filter, ['from', 'until'])
  const isInTime = dateFilter({ from, until })
  return ({ at }) => isInTime(at)
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
