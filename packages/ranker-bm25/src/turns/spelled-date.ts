import { dateSpan } from '@lamella/store'

/** In English. */
export const months: readonly string[] = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/**
 * Returns an ISO 8601 day or instant as day, month and year in English. For an instant, uses the day in its written
 * time zone. Returns '' for a year beyond four digits.
 *
 * @example
 * spelledDate('2023-05-08T13:56:00Z') // '8 May 2023'
 */
export function spelledDate(date: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date) ?? []
  return year === undefined ? '' : `${Number(day)} ${months[Number(month) - 1] ?? ''} ${Number(year)}`
}

/** Returns whether a text is an ISO 8601 day, or an instant with `Z` or an offset. */
export function isDate(date: string): boolean {
  try {
    dateSpan('date', date)
    return true
  } catch {
    return false
  }
}
