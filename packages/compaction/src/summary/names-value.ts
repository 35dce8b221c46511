import { scanValues } from '../digest/scan-values.ts'

/** Scripts without spaces: a value ends where they begin. */
const edge = /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}_]/u

/**
 * Returns what says whether a text names a value, in any case and with or without commas between thousands: not as a part of a longer
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
  if (edge.test(first) && edge.test(before)) return true
  if (edge.test(last) && edge.test(after)) return true
  // 12 is not in 12.5, and 5 not in 12.5.
  const isDigit = (one: string | undefined): boolean => one !== undefined && one >= '0' && one <= '9'
  if (isDigit(last) && (after === '.' || after === ',') && isDigit(text[at + value.length + 1])) return true
  return isDigit(first) && (before === '.' || before === ',') && isDigit(text[at - 2])
}

function plain(text: string): string {
  return text.toLowerCase().replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
}

/** A word with what joins its parts, in the scripts that write spaces: `src/run.ts`, `4,871`, `19:30`. */
const spacedWord =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}]|[._/@:,’'-](?=[\p{L}\p{N}]))*/gu

/** Returns the values in a text: words with a digit, longer than one character, paths and addresses. */
export function valuesOf(text: string): readonly string[] {
  const words = (text.match(spacedWord) ?? []).filter((one) => one.length > 1 && /\p{N}/u.test(one))
  const values = scanValues(text).flatMap(({ value }) => (words.some((one) => one.includes(value)) ? [] : value))
  return [...new Set([...words.filter((one) => !values.some((value) => value.includes(one))), ...values])]
}
