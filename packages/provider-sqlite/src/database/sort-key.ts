/**
 * An id as the bytes that SQLite sorts it by: UTF-16 with the high byte first, so that the order of bytes is the order of code
 * units. As UTF-8 an emoji would stand behind U+FF21, in code units it stands before it.
 */
export function sortKey(id: string): Uint8Array {
  return Buffer.from(id, 'utf16le').swap16()
}

/** The id that a key was made of. */
export function idOfSortKey(key: Uint8Array): string {
  return Buffer.from(key).swap16().toString('utf16le')
}
