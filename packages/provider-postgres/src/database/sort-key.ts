/**
 * Returns an id as UTF-16, high byte first: PostgreSQL compares `bytea` by bytes, so the order equals that of code
 * units.
 */
export function sortKey(id: string): Uint8Array {
  return Buffer.from(id, 'utf16le').swap16()
}
