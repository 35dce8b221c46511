/** Bytes as base64 text, on every platform: with `Buffer` where there is one, else with `btoa`. */
export function toBase64(bytes: Uint8Array): string {
  if (typeof Buffer !== 'undefined') {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  }
  let binary = ''
  // In pieces, since each byte is an argument of the call.
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  return btoa(binary)
}

/** Media types of images by the first characters of their base64 text. */
const signatures: readonly (readonly [start: string, mediaType: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
]

/**
 * The media type of an image by its first bytes: png, jpeg, gif or webp, else `undefined`.
 *
 * Read off the base64 text itself: three bytes are four characters, so that a signature at the start of the bytes is a
 * fixed text. A WebP file is `RIFF`, four bytes of size, `WEBP`; characters 12 to 15 are the bytes `EBP`.
 */
export function sniffImage(base64: string): string | undefined {
  for (const [start, mediaType] of signatures) if (base64.startsWith(start)) return mediaType
  return base64.startsWith('UklGR') && base64.startsWith('RUJQ', 12) ? 'image/webp' : undefined
}
