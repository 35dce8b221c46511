/** Formats a whole number with separators: `12,345`. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Formats a size in whole units: `256 MiB`. */
export function bytes(value: number): string {
  const mebi = value / 1024 ** 2
  return mebi >= 1024 ? `${grouped(Math.round(mebi / 1024))} GiB` : `${grouped(Math.round(mebi))} MiB`
}

/** Formats a number with its noun: `1 session`, `2 sessions`. */
export function counted(value: number, one: string, more = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : more}`
}

/** The most lines that are printed of one kind of problem. */
const mostLines = 20

/** Returns the first lines, and how many more there are. */
export function firstOf(lines: readonly string[], hint = ''): readonly string[] {
  const more = lines.length - mostLines
  return more > 0 ? [...lines.slice(0, mostLines), `and ${grouped(more)} more${hint}`] : lines
}

/** Formats an ISO 8601 instant to the minute, in UTC; `-` if undefined. */
export function minute(instant: string | undefined): string {
  return instant === undefined ? '-' : instant.replace(/^([^T]*)T(\d\d:\d\d).*$/, '$1 $2')
}

/** Formats a difference with its sign: `+1,204`, `-80`, `0`. */
export function signed(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '-' : ''}${grouped(Math.abs(value))}`
}
