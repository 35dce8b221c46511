import { readerName } from '@lamella/store'

/**
 * Writes the line with which a head ends: the size of the whole, what is shown of it, and how to read it.
 *
 * @example
 * closingLine('48,213 characters in 1,204 lines', 'lines 1 to 40', 'blob:…')
 */
export function closingLine(size: string, shown: string, handle: string): string {
  return `[${size}; shown: ${shown}. To read more: ${readerName} {"handle":"${handle}"}]`
}

/** Writes a number with commas, the same on every machine. */
export function withCommas(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Writes a number of things. */
export function countOf(value: number, what: string): string {
  return `${withCommas(value)} ${what}${value === 1 ? '' : 's'}`
}
