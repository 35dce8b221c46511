import type { CheckedSearch } from '../check/check-search.ts'
import { ageInDays, type DateSpan, dateSpan } from './dates.ts'

/**
 * Returns the factor that `SearchRequest.recency` applies to a score, above 0 to 1: half as much after each half-life.
 * Never 0: very old entries are still found, after everything else. Entries without a date do not fade.
 *
 * @param date ISO 8601 day or instant, or an already parsed span.
 * @throws LamellaError `STORE_VALUE_INVALID` for any other text
 */
export function fading(date: string | DateSpan | undefined, recency: CheckedSearch['recency']): number {
  if (recency === undefined || date === undefined) return 1
  const span = typeof date === 'string' ? dateSpan('date', date) : date
  return Math.max(1e-9, 0.5 ** (ageInDays(span, recency.now) / recency.halfLifeDays))
}
