/** How often a text has a term: in its content, and in its metadata. */
export interface Posting {
  /** The number of the text, counted from the first of its chunk. */
  readonly offset: number
  readonly said: number
  readonly around: number
}

/**
 * The bytes of a posting: two for the offset, two for `said`, one for `around`, high byte first. The counts stop at
 * 65,535 and 255: beyond, a score no longer changes in any digit that decides.
 */
export const postingSize = 5

/** The number of texts that a chunk can hold. */
export const mostOffsets = 65_536

/** Returns a posting as hexadecimal digits. */
export function postingText({ offset, said, around }: Posting): string {
  return hex(offset, 4) + hex(Math.min(said, 65_535), 4) + hex(Math.min(around, 255), 2)
}

/** Calls a function for each posting in a row: a search reads many thousands, too many to make an object of each. */
export function eachPosting(bytes: Uint8Array, read: (offset: number, said: number, around: number) => void): void {
  for (let i = 0; i + postingSize <= bytes.length; i += postingSize) {
    read(twoBytes(bytes, i), twoBytes(bytes, i + 2), bytes[i + 4] as number)
  }
}

/** The bytes of a length. */
export const lengthSize = 3

/** Returns a length as hexadecimal digits. It stops at 8 million terms; the highest bit says whether the text asks a question. */
export function lengthText(length: number, asks: boolean): string {
  return hex(Math.min(length, 0x7fffff) + (asks ? 0x800000 : 0), 6)
}

/** Returns the length at a place in a run. */
export function lengthAt(lengths: Uint8Array, index: number): number {
  const at = index * lengthSize
  return (((lengths[at] as number) & 0x7f) << 16) | twoBytes(lengths, at + 1)
}

/** Whether the text at a place in a run asks a question. */
export function asksAt(lengths: Uint8Array, index: number): boolean {
  return ((lengths[index * lengthSize] as number) & 0x80) !== 0
}

function twoBytes(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) << 8) | (bytes[at + 1] as number)
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
