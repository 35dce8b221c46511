import type { CheckedSearch } from './check-search.ts'
import { ageInDays, dateSpan } from './dates.ts'

/**
 * What is left of a score by `SearchRequest.recency`, above 0 to 1: half as much after each half-life. Never 0: what is very
 * old is found still, behind everything else. What has no date does not fade.
 *
 * @param date ISO 8601 day or instant. @throws LamellaError `STORE_VALUE_INVALID` for anything else
 */
export function fading(date: string | undefined, recency: CheckedSearch['recency']): number {
  if (recency === undefined || date === undefined) return 1
  return Math.max(1e-9, 0.5 ** (ageInDays(dateSpan('date', date), recency.now) / recency.halfLifeDays))
}
