const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/**
 * Returns a date in words, as in a query: "What did we decide in May 2026?". English, in UTC.
 *
 * @example
 * dateWords('2026-05-12') // '12 May 2026'
 */
export function dateWords(date: string | number): string {
  const time = new Date(date)
  return `${time.getUTCDate()} ${months[time.getUTCMonth()]} ${time.getUTCFullYear()}`
}
