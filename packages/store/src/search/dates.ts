import { invalid } from '../check/check.ts'

/** The span of a date, in milliseconds since 1970, both inclusive. */
export interface DateSpan {
  readonly first: number
  readonly last: number
}

const milliseconds = 86_400_000
const form = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/

/**
 * Returns the span of an ISO 8601 day or instant: a whole day (UTC), or the instant itself. An instant has `Z` or an
 * offset, so that it is the same on every machine.
 *
 * @throws LamellaError `STORE_VALUE_INVALID` for anything else
 * @example
 * dateSpan('date', '2026-05-12') // { first: 1778544000000, last: 1778630399999 }
 */
export function dateSpan(what: string, date: unknown): DateSpan {
  const [instant, day] = (typeof date === 'string' && form.exec(date)) || []
  const start = day === undefined ? Number.NaN : Date.parse(day)
  // Checked again, since some engines read 31 February as 3 March.
  const isDay = !Number.isNaN(start) && new Date(start).toISOString().startsWith(day ?? '')
  const first = isDay ? Date.parse(instant ?? '') : Number.NaN
  if (Number.isNaN(first)) throw invalid(what, 'is neither an ISO 8601 day nor an instant with Z or an offset')
  return { first, last: instant === day ? first + milliseconds - 1 : first }
}

/** Returns an instant as the date of a search, which cannot have a date beyond the year 9999. */
export function searchDate(instant: string | undefined): string | undefined {
  return instant !== undefined && /^\d{4}-/.test(instant) ? instant : undefined
}

/** Returns how many days before `now` a date ended; 0 if it has not ended yet. */
export function ageInDays(span: DateSpan, now: Date): number {
  return Math.max(0, now.getTime() - span.last) / milliseconds
}
