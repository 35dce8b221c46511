/**
 * Returns an id as PostgreSQL can store it: its `text` has no U+0000. `\0` stands for it, `\\` for a backslash.
 *
 * @example
 * toStored('a\0b') // 'a\\0b'
 */
export function toStored(id: string): string {
  return /[\0\\]/.test(id) ? id.replace(/[\0\\]/g, (one) => (one === '\0' ? '\\0' : '\\\\')) : id
}

/** The inverse of `toStored`. */
export function fromStored(text: string): string {
  return text.includes('\\') ? text.replace(/\\([0\\])/g, (_, one: string) => (one === '0' ? '\0' : '\\')) : text
}
