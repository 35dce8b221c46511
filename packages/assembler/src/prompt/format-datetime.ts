import { checkOptions, mustBeText } from '@lamella/core/plugin'
import { type DateParts, invalid, readClock } from './date-parts.ts'

/** How to show a time. */
export interface DatetimeOptions {
  /** The format. Default `YYYY-MM-DD HH:mm`. */
  readonly format?: string
  /** An IANA name. Default `UTC`. */
  readonly timezone?: string
}

const tokens = /YYYY|MM|DD|HH|mm|ss/g

/**
 * Formats a time: `YYYY MM DD HH mm ss` in the format are replaced, wherever they are; everything else stays. Hours are
 * 00 to 23, years of more than four digits are not cut, and years before the first are negative.
 *
 * @param timezone An IANA name such as `Europe/Berlin`.
 * @throws LamellaError `OPTION_INVALID` for an invalid date, and for an unknown zone, with a suggestion
 * @example
 * formatDatetime(new Date('2024-01-01T12:00:00Z'), 'YYYY-MM-DD HH:mm:ss', 'Asia/Tokyo') // '2024-01-01 21:00:00'
 */
export function formatDatetime(date: Date, format: string, timezone: string): string {
  if (typeof format !== 'string') {
    throw invalid('format', 'must be a string', 'Pass a format such as YYYY-MM-DD HH:mm.')
  }
  const parts = readClock(date, timezone)
  return format.replace(tokens, (token) => parts[token as keyof DateParts])
}

/**
 * Returns the system prompt's text about the time, such as `Current datetime: 2024-01-01 12:00 UTC`.
 *
 * @throws LamellaError `OPTION_INVALID`, as `formatDatetime`
 */
export function datetimeText(date: Date, options: DatetimeOptions = {}): string {
  const checks = { format: mustBeText, timezone: mustBeText }
  const { format = 'YYYY-MM-DD HH:mm', timezone = 'UTC' } = checkOptions('datetimeText', options, checks)
  return `Current datetime: ${formatDatetime(date, format, timezone)} ${timezone}`
}
