/**
 * Converts an id to the bytes that SQLite sorts it by: UTF-16 with the high byte first, so that byte order equals the
 * order of code units. In UTF-8 an emoji sorts after U+FF21, in code units before it.
 */
export function sortKey(id: string): Uint8Array {
  return Buffer.from(id, 'utf16le').swap16()
}

/** Converts a sort key back to its id. */
export function idOfSortKey(key: Uint8Array): string {
  return Buffer.from(key).swap16().toString('utf16le')
}
