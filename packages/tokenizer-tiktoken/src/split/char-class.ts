/** The classes that the encodings' patterns distinguish. Each is a bit, so that a set of classes is a sum. */
export const UPPER = 1 // Lu, Lt
export const LOWER = 2 // Ll
export const LETTER = 4 // Lm, Lo: letters without case
export const MARK = 8
export const NUMBER = 16
export const SPACE = 32 // White_Space except the next one
export const NEWLINE = 64 // \r and \n
export const OTHER = 128

/** The classes of all code points, in pages of 256; equal pages are stored once. */
export interface CharClasses {
  /** The page number of a code point, by `codePoint >> 8`. */
  readonly pageOf: Uint8Array
  /**
   * The classes, page after page. The first eight pages are U+0000 to U+07FF in order, which are found without
   * `pageOf`.
   */
  readonly pages: Uint8Array
}

/** Returns the number of UTF-8 bytes of a character, by its first byte. */
export function widthOf(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

/** Returns the class of the character that starts at a byte. */
export function classAt({ pageOf, pages }: CharClasses, bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number
  if (first < 0x80) return pages[first] as number
  // U+5000 to U+9FFF, most of Han, needs no lookup: a test tries every character.
  if (first >= 0xe5 && first <= 0xe9) return LETTER
  const second = (bytes[at + 1] as number) & 0x3f
  if (first < 0xe0) return pages[((first & 0x1f) << 6) | second] as number
  const third = (bytes[at + 2] as number) & 0x3f
  if (first < 0xf0) {
    const page = pageOf[((first & 0xf) << 4) | (second >> 2)] as number
    return pages[(page << 8) | ((second & 3) << 6) | third] as number
  }
  const page = pageOf[((first & 7) << 10) | (second << 4) | (third >> 2)] as number
  return pages[(page << 8) | ((third & 3) << 6) | ((bytes[at + 3] as number) & 0x3f)] as number
}
