import type { Table } from '../table/table.ts'

/** The lowest first byte of characters with three or four bytes: Han, Kana, Hangul, the scripts of India, emoji. */
const wide = 0xe0

/** The number of words for the bits of at most 8,000 places, so that few places share a bit. */
export const seamWords: number = 2 ** 13

/**
 * Returns the first place after `from` that no token spans, or `to`. The text before such a place and the text after it
 * merge independently. Han and Kana have no spaces and come in pieces of 30 bytes and more, which are nearly always
 * new; the one or two characters between two such places are nearly always cached.
 *
 * `seams` has a bit for each place inside a token where a wide character starts, identified by the two bytes before it
 * (or one, if it is the token's second byte) and the two bytes from it on. Places can share a bit: then a place that no
 * token spans looks like one that a token spans, and a part is longer than necessary.
 */
export function nextSeam({ seams }: Table, bytes: Uint8Array, from: number, to: number): number {
  for (let at = from + 1; at < to; at++) {
    if ((bytes[at] as number) < wide) continue
    const near = hashNear(bytes[at - 1] as number, bytes[at] as number, bytes[at + 1] as number)
    if (hasBit(seams, near)) continue
    if (at - from === 1 || !hasBit(seams, hashFar(bytes[at - 2] as number, near))) return at
  }
  return to
}

/** Checks whether a piece may contain wide characters. */
export function isWide(bytes: Uint8Array, from: number): boolean {
  return (bytes[from] as number) >= wide || (bytes[from + 1] as number) >= wide
}

/** Records the places inside a token. */
export function addSeams({ seams }: Table, token: Uint8Array): void {
  for (let at = 1; at < token.length; at++) {
    const first = token[at] as number
    if (first < wide) continue
    // If the token ends here, any second byte may follow.
    const [least, most] = at + 1 < token.length ? [token[at + 1] as number, token[at + 1] as number] : [0x80, 0xbf]
    for (let second = least; second <= most; second++) {
      const near = hashNear(token[at - 1] as number, first, second)
      setBit(seams, at === 1 ? near : hashFar(token[at - 2] as number, near))
    }
  }
}

function hashNear(before: number, first: number, second: number): number {
  const mixed = Math.imul((before << 16) | (first << 8) | second, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

function hashFar(before: number, near: number): number {
  const mixed = Math.imul(near ^ (before + 1), 0x85ebca77)
  return mixed ^ (mixed >>> 13)
}

function hasBit(seams: Int32Array, hash: number): boolean {
  return ((seams[(hash >>> 5) & (seamWords - 1)] as number) & (1 << (hash & 31))) !== 0
}

function setBit(seams: Int32Array, hash: number): void {
  const word = (hash >>> 5) & (seamWords - 1)
  seams[word] = (seams[word] as number) | (1 << (hash & 31))
}
