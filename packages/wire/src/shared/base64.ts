/** Returns bytes as base64 text, on every platform: with `Buffer` if available, otherwise with `btoa`. */
export function toBase64(bytes: Uint8Array): string {
  if (typeof Buffer !== 'undefined') {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  }
  let binary = ''
  // In pieces, because each byte is an argument of the call.
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  return btoa(binary)
}

/** Returns the bytes of standard base64, on every platform. */
export function bytesOfBase64(base64: string): Uint8Array {
  if (typeof Buffer !== 'undefined') return Buffer.from(base64, 'base64')
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

const digits = /^[A-Za-z0-9+/]+$/
/** No bits are set after the last byte: two digits leave four bits, three leave two. */
const standard = /^[A-Za-z0-9+/]+(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/

/**
 * Returns the text in the form that every provider accepts: the standard alphabet, padded, without line breaks, and
 * with no bits set after the last byte (RFC 4648, 3.5). Returns the same string if it already has this form, and
 * `undefined` for text that does not decode to bytes.
 *
 * Some SDKs write the URL alphabet or omit the padding; mail and keys wrap their lines. A single leftover character
 * holds six bits, less than a byte: the text was truncated.
 */
export function normalBase64(text: string): string | undefined {
  if (text.length % 4 === 0 && standard.test(text)) return text
  const plain = text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')
  let end = plain.length
  while (plain[end - 1] === '=') end--
  const bare = plain.slice(0, end)
  return end % 4 === 1 || !digits.test(bare) ? undefined : toBase64(bytesOfBase64(bare))
}

/** Media types of images by the first characters of their base64 text. */
const signatures: readonly (readonly [start: string, mediaType: string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
]

/**
 * Returns the media type of an image by its first bytes: png, jpeg, gif or webp, otherwise `undefined`.
 *
 * Works on the base64 text itself: three bytes are four characters, so a signature at the start of the bytes is a fixed
 * text. A WebP file is `RIFF`, four bytes of size, `WEBP`; characters 12 to 15 are the bytes `EBP`.
 */
export function sniffImage(base64: string): string | undefined {
  for (const [start, mediaType] of signatures) if (base64.startsWith(start)) return mediaType
  return base64.startsWith('UklGR') && base64.startsWith('RUJQ', 12) ? 'image/webp' : undefined
}

/** The part of a data URL before its data. */
interface DataUrlHead {
  /** The media type as written; '' if the URL has none. */
  readonly mediaType: string
  readonly isBase64: boolean
  /** The index at which the data begins. */
  readonly start: number
}

/** Parses the head of a data URL; returns `undefined` for any other text. Reads no further than the first comma. */
export function dataUrlHead(text: string): DataUrlHead | undefined {
  if (!/^data:/i.test(text)) return undefined
  const comma = text.indexOf(',')
  if (comma < 0) return undefined
  const head = text.slice('data:'.length, comma)
  const [mediaType = ''] = head.split(';', 1)
  return { mediaType, isBase64: /;base64$/i.test(head), start: comma + 1 }
}

/** Returns a text with the escapes of a URI, such as %3D, decoded; `undefined` if one of them is not valid. */
export function decodeUri(text: string): string | undefined {
  // Most texts have none, and data may be long.
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
