/** A whole number as people read it: `12,345`. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A number and what it is of: `1 session`, `2 sessions`. */
export function counted(value: number, one: string, more = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : more}`
}

/** An ISO 8601 instant to the minute, in UTC; `-` for none. */
export function minute(instant: string | undefined): string {
  return instant === undefined ? '-' : instant.replace(/^(.*)T(\d\d:\d\d).*$/, '$1 $2')
}
