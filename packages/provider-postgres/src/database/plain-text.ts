/** Characters with a code in stored ids: U+0000, the backslash of the codes, and U+FEFF. */
const coded = /[\0\\\uFEFF]/g
const codes: Readonly<Record<string, string>> = { '\0': '\\0', '\\': '\\\\', '\uFEFF': '\\f' }
const decoded: Readonly<Record<string, string>> = { '0': '\0', '\\': '\\', f: '\uFEFF' }

/**
 * Returns an id as PostgreSQL can store it and clients can read it: its `text` has no U+0000, and PGlite reads text
 * with a TextDecoder, which drops a leading U+FEFF. `\0` stands for the first, `\f` for the second, `\\` for a
 * backslash.
 *
 * @example
 * toStored('a\0b') // 'a\\0b'
 */
export function toStored(id: string): string {
  return id.replace(coded, (one) => codes[one] ?? one)
}

/** The inverse of `toStored`. */
export function fromStored(text: string): string {
  return text.includes('\\') ? text.replace(/\\([0\\f])/g, (_, one: string) => decoded[one] ?? one) : text
}
