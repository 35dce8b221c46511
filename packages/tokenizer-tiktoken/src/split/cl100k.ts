import { LETTER, LOWER, MARK, NUMBER, OTHER, SPACE, UPPER, widthOf } from './char-class.ts'
import {
  APOSTROPHE,
  classOrNone,
  contractionEnd,
  lineEndsEnd,
  numberEnd,
  runEnd,
  type Scan,
  symbolsEnd,
  whiteEnd,
} from './scan.ts'

const ANY_LETTER = UPPER | LOWER | LETTER

/**
 * Implements the pattern of cl100k_base:
 *
 *     (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}
 *     | ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
 */
export function cl100k(scan: Scan, from: number): number {
  const plain = asciiWordEnd(scan, from)
  if (plain > from) return plain
  const contraction = contractionEnd(scan, from, true)
  if (contraction > from) return contraction
  const first = classOrNone(scan, from)
  if (first & NUMBER) return numberEnd(scan, from)
  const start = first & (SPACE | MARK | OTHER) ? from + widthOf(scan.bytes[from] as number) : from
  const word = runEnd(scan, start, ANY_LETTER)
  if (word > start) return word
  const symbols = symbolsEnd(scan, from)
  return symbols > from ? lineEndsEnd(scan, symbols, false) : whiteEnd(scan, from, true)
}

/** Matches nearly all words of English and of code: ASCII letters, after at most one other ASCII character. */
function asciiWordEnd({ bytes, classes: { pages } }: Scan, from: number): number {
  let at = from
  let byte = bytes[at] as number
  if (byte === APOSTROPHE) return from
  if (byte < 0x80 && ((pages[byte] as number) & (SPACE | OTHER)) !== 0) byte = bytes[++at] as number
  const start = at
  while ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) byte = bytes[++at] as number
  // The 0 after the text also ends a word.
  return at > start && byte < 0x80 ? at : from
}
