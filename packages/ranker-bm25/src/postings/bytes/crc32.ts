/**
 * Returns the checksum of gzip and PNG (RFC 1952, section 8). It detects every changed byte and every burst of changes
 * up to 32 bits, but not deliberate changes.
 */
export function crc32(bytes: Uint8Array): number {
  const table = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
    return value
  })
  let checksum = 0xffffffff
  for (let at = 0; at < bytes.length; at++) {
    checksum = (table[(checksum ^ (bytes[at] as number)) & 0xff] as number) ^ (checksum >>> 8)
  }
  return (checksum ^ 0xffffffff) >>> 0
}
