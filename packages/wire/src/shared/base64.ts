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

/** The bytes of standard base64, on every platform. */
export function bytesOfBase64(base64: string): Uint8Array {
  if (typeof Buffer !== 'undefined') return Buffer.from(base64, 'base64')
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const standard = /^[A-Za-z0-9+/]+={0,2}$/

/**
 * The text as every provider takes it: the standard alphabet, padded, without line breaks, and with no bit set behind the
 * last byte (RFC 4648, 3.5). The same string if it is so already; `undefined` for a text that stands for no bytes.
 *
 * Some SDKs write the alphabet for addresses, or leave the padding out; mail and keys wrap their lines. A rest of one
 * character holds six bits, which is no byte: something was cut off.
 */
export function normalBase64(text: string): string | undefined {
  if (text.length % 4 === 0 && standard.test(text) && endsClean(text)) return text
  const plain = text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')
  let end = plain.length
  while (plain[end - 1] === '=') end--
  const digits = plain.slice(0, end)
  if (digits.length % 4 === 1 || !standard.test(digits)) return undefined
  const spare = spareBits(digits.length)
  const last = alphabet.indexOf(digits[end - 1] as string)
  const clean = `${digits.slice(0, -1)}${alphabet[(last >> spare) << spare]}`
  return clean.padEnd(Math.ceil(end / 4) * 4, '=')
}

/** Bits of the last character that belong to no byte. */
function spareBits(digits: number): number {
  return digits % 4 === 2 ? 4 : digits % 4 === 3 ? 2 : 0
}

function endsClean(text: string): boolean {
  if (!text.endsWith('=')) return true
  const digits = text.endsWith('==') ? text.length - 2 : text.length - 1
  return alphabet.indexOf(text[digits - 1] as string) % (1 << spareBits(digits)) === 0
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
