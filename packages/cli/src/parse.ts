import { suggest } from '@lamella/core/plugin'
import { InvalidArgumentError } from 'commander'

/** Parses a number of tokens: digits, optionally grouped (`128_000`, `128,000`), or thousands (`128k`). */
export function parseTokens(text: string): number {
  const [, digits = '', thousands = ''] = /^(\d+(?:[_,]\d{3})*)(k?)$/i.exec(text.trim()) ?? []
  const tokens = Number(digits.replace(/[_,]/g, '')) * (thousands === '' ? 1 : 1_000)
  if (digits !== '' && Number.isSafeInteger(tokens)) return tokens
  throw new InvalidArgumentError('Use a whole number of tokens, such as 128000, 128_000 or 128k.')
}

/** Parses a whole number, 0 or more. */
export const parseCount: (text: string) => number = parseCountFrom(0)

/** Parses a port; 0 is any free one. */
export function parsePort(text: string): number {
  const port = parseCount(text)
  if (port <= 65_535) return port
  throw new InvalidArgumentError('Use a port, 0 to 65535.')
}

/** Parses a whole number, no less than the minimum. */
export function parseCountFrom(least: number): (text: string) => number {
  return (text) => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : -1
    if (count >= least) return count
    throw new InvalidArgumentError(`Use a whole number, ${least} or more.`)
  }
}

/**
 * Parses an instant in ISO 8601 with its time zone, or a day (UTC). Without a zone, two machines would read different
 * times.
 */
export function parseTime(text: string): Date {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text)
  const time = new Date(text)
  if (match?.[1] && isDay(match[1]) && !Number.isNaN(time.getTime())) return time
  throw new InvalidArgumentError('Use a day or an instant, such as 2026-03-13 or 2026-03-13T09:30:00Z.')
}

/** Parses a day, and returns it as it is. */
export function parseDay(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text)) return text
  throw new InvalidArgumentError('Use a day, such as 2027-01-31.')
}

/** Checks whether a day exists: some engines roll impossible days over to another one. */
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** Parses one of the known words; on a mismatch, the error suggests the closest one. */
export function parseWord(known: readonly string[]): (text: string) => string {
  return (text) => {
    if (known.includes(text)) return text
    const word = text.toLowerCase()
    const near = known.find((one) => word !== '' && one.startsWith(word)) ?? suggest(text, known)
    throw new InvalidArgumentError(
      `${near === undefined ? '' : `Did you mean '${near}'? `}Use one of ${known.join(', ')}.`,
    )
  }
}

/** Like `parseWord`, for an option that can be repeated. */
export function parseWords(known: readonly string[]): (text: string, before?: readonly string[]) => readonly string[] {
  const one = parseWord(known)
  return (text, before = []) => [...before, one(text)]
}
