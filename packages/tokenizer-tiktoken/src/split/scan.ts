import { type CharClasses, classAt, MARK, NEWLINE, NUMBER, OTHER, SPACE, widthOf } from './char-class.ts'

/** A UTF-8 text to split from left to right. All positions are in bytes. */
export interface Scan {
  readonly classes: CharClasses
  /** The text, followed by at least one 0: code that looks one byte ahead need not check for the end. */
  readonly bytes: Uint8Array
  /** The same bytes, for reading four of them at a time. */
  readonly view: DataView
  /** The length of the text in bytes. */
  readonly end: number
}

/** Returns the end of the piece that starts at `from`, as the encoding's regular expression matches it. */
export type Rule = (scan: Scan, from: number) => number

export const APOSTROPHE = 0x27
const BLANK = 0x20
const LINE_FEED = 0x0a
const RETURN = 0x0d
const SLASH = 0x2f

/** Returns the end of the run of characters from `from` on that belong to a set of classes. */
export function runEnd({ classes, bytes, end }: Scan, from: number, set: number): number {
  const { pages } = classes
  let at = from
  while (at < end) {
    const first = bytes[at] as number
    if (first < 0x80) {
      if (((pages[first] as number) & set) === 0) return at
      at++
    } else {
      if ((classAt(classes, bytes, at) & set) === 0) return at
      at += widthOf(first)
    }
  }
  return at
}

/** Returns the class of the character at a position; 0 past the end. */
export function classOrNone({ classes, bytes, end }: Scan, at: number): number {
  return at < end ? classAt(classes, bytes, at) : 0
}

/** Matches `(?i:'s|'t|'re|'ve|'m|'ll|'d)`. Returns the end, or `from` without a match. `anyCase` is the `i`. */
export function contractionEnd({ bytes, end }: Scan, from: number, anyCase: boolean): number {
  if (bytes[from] !== APOSTROPHE) return from
  const fold = anyCase ? 0x20 : 0
  const first = (bytes[from + 1] as number) | fold
  if (first === 0x73 || first === 0x74 || first === 0x6d || first === 0x64) return from + 2 <= end ? from + 2 : from
  const second = (bytes[from + 2] as number) | fold
  const isTwo = (first === 0x72 || first === 0x76) && second === 0x65
  if (isTwo || (first === 0x6c && second === 0x6c)) return from + 3 <= end ? from + 3 : from
  // The long s, U+017F, matches an s if case does not matter.
  return anyCase && bytes[from + 1] === 0xc5 && bytes[from + 2] === 0xbf && from + 3 <= end ? from + 3 : from
}

/** `\p{N}{1,3}` */
export function numberEnd(scan: Scan, from: number): number {
  let at = from
  for (let i = 0; i < 3 && (classOrNone(scan, at) & NUMBER) !== 0; i++) at += widthOf(scan.bytes[at] as number)
  return at
}

/** Matches ` ?[^\s\p{L}\p{N}]+`. Returns the end, or `from` without a match. */
export function symbolsEnd(scan: Scan, from: number): number {
  const start = scan.bytes[from] === BLANK ? from + 1 : from
  const end = runEnd(scan, start, MARK | OTHER)
  return end > start ? end : from
}

/** Matches `[\r\n]*`, or with slashes `[\r\n/]*`. */
export function lineEndsEnd({ bytes, end }: Scan, from: number, slashes: boolean): number {
  let at = from
  while (at < end) {
    const byte = bytes[at]
    if (byte !== LINE_FEED && byte !== RETURN && !(slashes && byte === SLASH)) break
    at++
  }
  return at
}

/** Matches `\s*[\r\n]+` (if `lines`), then `\s+(?!\S)`, then `\s+`. */
export function whiteEnd(scan: Scan, from: number, lines: boolean): number {
  const { bytes } = scan
  const end = runEnd(scan, from, SPACE | NEWLINE)
  if (lines) {
    for (let at = end; at > from; at--) if (bytes[at - 1] === LINE_FEED || bytes[at - 1] === RETURN) return at
  }
  if (end === scan.end) return end
  let last = end - 1
  while (((bytes[last] as number) & 0xc0) === 0x80) last--
  return last > from ? last : end
}
