/** Encodings that are recognised: by byte order mark, otherwise UTF-8. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Tells the encoding from the first bytes of a file. */
export function detectEncoding(start: Uint8Array): Encoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Which part of a file some bytes are. */
export interface Piece {
  /** `true`: the file begins here, so a byte order mark is removed. */
  readonly start: boolean
  /** `true`: the file ends here, so nothing may be missing from the last character. */
  readonly end: boolean
}

/**
 * Text of a whole file or of a piece of one: line ends become `\n`, characters that are cut by the edge of a piece are
 * left out. `undefined` when it is not text: bytes that are invalid in the encoding, or NUL characters (which no text has,
 * and which UTF-16 without a mark is full of).
 */
export function decodeText(bytes: Uint8Array, encoding: Encoding, piece: Piece): string | undefined {
  const whole = piece.start ? bytes : bytes.subarray(brokenStart(bytes, encoding))
  let text: string
  try {
    // `stream` holds an unfinished last character back instead of calling it an error.
    text = new TextDecoder(encoding, { fatal: true, ignoreBOM: !piece.start }).decode(whole, { stream: !piece.end })
  } catch {
    return undefined
  }
  if (text.includes('\0')) return undefined
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** How many bytes at the beginning belong to a character that began before. */
function brokenStart(bytes: Uint8Array, encoding: Encoding): number {
  if (encoding === 'utf-8') {
    let skip = 0
    while (skip < 3 && ((bytes[skip] ?? 0) & 0xc0) === 0x80) skip++
    return skip
  }
  const high = bytes[encoding === 'utf-16le' ? 1 : 0] ?? 0
  return high >= 0xdc && high <= 0xdf ? 2 : 0
}
