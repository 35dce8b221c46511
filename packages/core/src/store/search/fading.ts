import type { CheckedSearch } from '../check/check-search.ts'
import { ageInDays, type DateSpan, dateSpan } from './dates.ts'

/**
 * What is left of a score by `SearchRequest.recency`, above 0 to 1: half as much after each half-life. Never 0: what is very
 * old is found still, behind everything else. What has no date does not fade.
 *
 * @param date ISO 8601 day or instant, or the span of one that was read before.
 * @throws LamellaError `STORE_VALUE_INVALID` for a text that is neither
 */
export function fading(date: string | DateSpan | undefined, recency: CheckedSearch['recency']): number {
  if (recency === undefined || date === undefined) return 1
  const span = typeof date === 'string' ? dateSpan('date', date) : date
  return Math.max(1e-9, 0.5 ** (ageInDays(span, recency.now) / recency.halfLifeDays))
}
