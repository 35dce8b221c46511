/** Supported encodings: detected by byte order mark, otherwise UTF-8. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Detects the encoding from the first bytes of a file. */
export function detectEncoding(start: Uint8Array): Encoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Which part of a file the bytes are. */
export interface Piece {
  /** `true`: the bytes start the file, so a byte order mark is removed. */
  readonly start: boolean
  /** `true`: the bytes end the file, so the last character must be complete. */
  readonly end: boolean
}

/**
 * Decodes a whole file or a piece of one: line endings become `\n`, characters split at the edge of a piece are left
 * out. Returns `undefined` if it is not text: bytes that are invalid in the encoding, or NUL characters (which never
 * occur in text, and which fill UTF-16 without a mark).
 */
export function decodeText(bytes: Uint8Array, encoding: Encoding, piece: Piece): string | undefined {
  const whole = piece.start ? bytes : bytes.subarray(brokenStart(bytes, encoding))
  let text: string
  try {
    // `stream` holds back an incomplete last character instead of treating it as an error.
    text = new TextDecoder(encoding, { fatal: true, ignoreBOM: !piece.start }).decode(whole, { stream: !piece.end })
  } catch {
    return undefined
  }
  if (text.includes('\0')) return undefined
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** Returns how many leading bytes belong to a character that started earlier. */
function brokenStart(bytes: Uint8Array, encoding: Encoding): number {
  if (encoding === 'utf-8') {
    let skip = 0
    while (skip < 3 && ((bytes[skip] ?? 0) & 0xc0) === 0x80) skip++
    return skip
  }
  const high = bytes[encoding === 'utf-16le' ? 1 : 0] ?? 0
  return high >= 0xdc && high <= 0xdf ? 2 : 0
}
