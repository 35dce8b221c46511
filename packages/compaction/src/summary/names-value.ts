import { scanValues } from '../digest/scan-values.ts'
import { valueEdge, valueWords } from '../scripts.ts'

/**
 * Returns what says whether a text names a value, in any case, in digits of any script and with or without commas between thousands: not as a part of a longer
 * number or word.
 */
export function valuesNamedBy(text: string): (value: string) => boolean {
  const all = plain(text)
  return (value) => {
    const own = plain(value)
    if (own === '') return false
    for (let at = all.indexOf(own); at >= 0; at = all.indexOf(own, at + 1)) {
      if (!isInside(all, at, own)) return true
    }
    return false
  }
}

function isInside(text: string, at: number, value: string): boolean {
  const [before = '', first = ''] = [text[at - 1], value[0]]
  const [last = '', after = ''] = [value.at(-1), text[at + value.length]]
  if (valueEdge.test(first) && valueEdge.test(before)) return true
  if (valueEdge.test(last) && valueEdge.test(after)) return true
  // 12 is not in 12.5, and 5 not in 12.5.
  const isDigit = (one: string | undefined): boolean => one !== undefined && one >= '0' && one <= '9'
  if (isDigit(last) && (after === '.' || after === ',') && isDigit(text[at + value.length + 1])) return true
  return isDigit(first) && (before === '.' || before === ',') && isDigit(text[at - 2])
}

function plain(text: string): string {
  const digits = text.toLowerCase().replace(/[^\P{Nd}0-9]/gu, asciiDigit)
  return digits.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
}

/** A digit of another script: the ten of each are in a row. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value % 10)
}

/** Returns the values in a text: words with a digit, longer than one character, paths and addresses. */
export function valuesOf(text: string): readonly string[] {
  const words = (text.match(valueWords) ?? []).filter((one) => one.length > 1 && /\p{N}/u.test(one))
  const values = scanValues(text).flatMap(({ value }) => (words.some((one) => one.includes(value)) ? [] : value))
  return [...new Set([...words.filter((one) => !values.some((value) => value.includes(one))), ...values])]
}
