/**
 * Returns an id as PostgreSQL can store it: its `text` has no U+0000. `\0` stands for it, `\b` for U+FEFF, `\\` for a
 * backslash. PGlite 0.5 drops a U+FEFF at the start of a text that it returns.
 *
 * @example
 * toStored('a\0b') // 'a\\0b'
 */
export function toStored(id: string): string {
  return /[\0\ufeff\\]/.test(id) ? id.replace(/[\0\ufeff\\]/g, (one) => marks[one] as string) : id
}

/** The inverse of `toStored`. */
export function fromStored(text: string): string {
  return text.includes('\\') ? text.replace(/\\([0b\\])/g, (_, one: string) => characters[one] as string) : text
}

const marks: Readonly<Record<string, string>> = { '\0': '\\0', '\ufeff': '\\b', '\\': '\\\\' }
const characters: Readonly<Record<string, string>> = { '0': '\0', b: '\ufeff', '\\': '\\' }
