import { classAt, LETTER, LOWER, MARK, NUMBER, OTHER, SPACE, UPPER, widthOf } from './char-class.ts'
import {
  APOSTROPHE,
  classOrNone,
  contractionEnd,
  lineEndsEnd,
  numberEnd,
  type Scan,
  symbolsEnd,
  whiteEnd,
} from './scan.ts'

/** `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]` and `[\p{Ll}\p{Lm}\p{Lo}\p{M}]` in the pattern. */
const HEAD = UPPER | LETTER | MARK
const TAIL = LOWER | LETTER | MARK
const ANY_LETTER = UPPER | LOWER | LETTER

/**
 * Implements the pattern of o200k_base and o200k_harmony:
 *
 *     [^\r\n\p{L}\p{N}]?HEAD*TAIL+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 *     [^\r\n\p{L}\p{N}]?HEAD+TAIL*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 *     \p{N}{1,3} | ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
 */
export function o200k(scan: Scan, from: number): number {
  const plain = asciiWordEnd(scan, from)
  if (plain > from) return plain
  const word = wordEnd(scan, from)
  if (word > from) return contractionEnd(scan, word, true)
  if (classOrNone(scan, from) & NUMBER) return numberEnd(scan, from)
  const symbols = symbolsEnd(scan, from)
  return symbols > from ? lineEndsEnd(scan, symbols, true) : whiteEnd(scan, from, true)
}

/** Matches nearly all words of English and of code: at most one ASCII character, capitals, lowercase letters. */
function asciiWordEnd({ bytes, classes: { pages } }: Scan, from: number): number {
  let at = from
  let byte = bytes[at] as number
  if (byte < 0x80 && ((pages[byte] as number) & (SPACE | OTHER)) !== 0) byte = bytes[++at] as number
  const start = at
  while (byte >= 0x41 && byte <= 0x5a) byte = bytes[++at] as number
  while (byte >= 0x61 && byte <= 0x7a) byte = bytes[++at] as number
  // The 0 after the text also ends a word.
  return at > start && byte < 0x80 && byte !== APOSTROPHE ? at : from
}

function wordEnd(scan: Scan, from: number): number {
  const first = classOrNone(scan, from)
  if (first & ANY_LETTER) return lettersEnd(scan, from, true)
  if ((first & (SPACE | OTHER | MARK)) === 0) return from
  const next = from + widthOf(scan.bytes[from] as number)
  // A mark may precede a word or be one: before a word in capitals it is a word of its own.
  const end = lettersEnd(scan, next, (first & MARK) === 0)
  if (end > next) return end
  return first & MARK ? next : from
}

/** Matches `HEAD*TAIL+`, then (if `capitals`) `HEAD+TAIL*`. Returns the end, or `from` if neither matches. */
function lettersEnd({ classes, bytes, end }: Scan, from: number, capitals: boolean): number {
  let at = from
  /** The end of the last character of the head that may also be the tail. */
  let tail = from
  let kind = 0
  while (at < end) {
    kind = classAt(classes, bytes, at)
    if ((kind & HEAD) === 0) break
    at += widthOf(bytes[at] as number)
    if (kind & TAIL) tail = at
  }
  if (at < end && kind & LOWER) {
    do at += widthOf(bytes[at] as number)
    while (at < end && (classAt(classes, bytes, at) & TAIL) !== 0)
    return at
  }
  return tail > from || !capitals ? tail : at
}
