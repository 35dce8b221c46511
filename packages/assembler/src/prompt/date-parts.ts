import { createBoundedMap, didYouMean } from '@lamella/core/plugin'
import { optionInvalid } from '../errors.ts'

/** A wall-clock time as texts: the year has at least four digits, everything else two. */
export type DateParts = Readonly<Record<'YYYY' | 'MM' | 'DD' | 'HH' | 'mm' | 'ss', string>>

/** Creating a formatter costs some twenty times as much as using it, so those of the last zones are kept. */
const formatters = createBoundedMap<string, Intl.DateTimeFormat>(32)

/** Longer texts are not misspelled zones: the longest zone has 32 characters. */
const longestZone = 60

/**
 * Reads the time in a time zone.
 *
 * @throws LamellaError `OPTION_INVALID` for an unknown zone or an invalid date
 */
export function readClock(date: Date, timezone: string): DateParts {
  if (!(date instanceof Date) || Number.isNaN(date.getTime())) throw invalid('date', 'must be a valid Date')
  // Creating the first formatter of a process takes longer than most of a first request.
  if (timezone === 'UTC') return partsOfUtc(date)
  const formatter = formatters.get(timezone) ?? createFormatter(timezone)
  formatters.set(timezone, formatter)
  return partsOf(formatter, date)
}

function createFormatter(timezone: string): Intl.DateTimeFormat {
  // An empty zone would mean the machine's own, and results must not depend on the machine.
  if (typeof timezone !== 'string') throw invalid('timezone', 'must be a string', 'Use an IANA name such as UTC.')
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: timezone,
      // h23, because `hour12: false` writes midnight as 24 in some versions.
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
  } catch {
    const shown = JSON.stringify(timezone.slice(0, longestZone))
    throw invalid(
      'timezone',
      `is not a time zone: ${shown}`,
      `Use an IANA name such as Europe/Berlin.${nearZone(timezone)}`,
    )
  }
}

function partsOf(formatter: Intl.DateTimeFormat, date: Date): DateParts {
  const parts = new Map<string, string>()
  for (const { type, value } of formatter.formatToParts(date)) parts.set(type, value)
  const two = (type: string): string => (parts.get(type) ?? '').padStart(2, '0')
  const counted = Number(parts.get('year'))
  // The year before year 1 is 0, and the one before it -1: astronomical years, as in ISO 8601.
  const year = parts.get('era')?.startsWith('B') ? 1 - counted : counted
  return {
    YYYY: fourDigits(year),
    MM: two('month'),
    DD: two('day'),
    HH: two('hour'),
    mm: two('minute'),
    ss: two('second'),
  }
}

function partsOfUtc(date: Date): DateParts {
  const two = (value: number): string => `${value}`.padStart(2, '0')
  return {
    YYYY: fourDigits(date.getUTCFullYear()),
    MM: two(date.getUTCMonth() + 1),
    DD: two(date.getUTCDate()),
    HH: two(date.getUTCHours()),
    mm: two(date.getUTCMinutes()),
    ss: two(date.getUTCSeconds()),
  }
}

function fourDigits(year: number): string {
  const digits = `${Math.abs(year)}`.padStart(4, '0')
  return year < 0 ? `-${digits}` : digits
}

/** Returns the zone that may have been meant: for a misspelled zone, or one given only by its city. */
function nearZone(timezone: string): string {
  if (timezone.length > longestZone) return ''
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]
  const city = timezone.trim().replaceAll(' ', '_').toLowerCase()
  const named = zones.find((zone) => zone.toLowerCase().split('/').at(-1) === city)
  return named === undefined ? didYouMean(timezone, zones) : ` Did you mean '${named}'?`
}

export function invalid(
  option: string,
  problem: string,
  fix: string = 'Correct the arguments of formatDatetime().',
): Error {
  return optionInvalid('formatDatetime', option, problem, fix)
}
