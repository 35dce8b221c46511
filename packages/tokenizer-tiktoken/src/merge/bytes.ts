// Bytes are read four at a time, as little-endian words. This may read up to three bytes past the end, which do not
// matter.

/** Returns a mask that keeps the first 1 to 4 bytes of a word. */
export function maskOf(length: number): number {
  return -1 >>> (32 - 8 * length)
}

/** Hashes up to 8 bytes, given as two zero-padded words. */
export function hashWords(low: number, high: number): number {
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77)
  return finish(mixed)
}

export function hashBytes(view: DataView, from: number, to: number): number {
  let hash = to - from
  let at = from
  for (; at + 4 <= to; at += 4) hash = step(hash, view.getInt32(at, true))
  if (at < to) hash = step(hash, view.getInt32(at, true) & maskOf(to - at))
  return finish(hash)
}

function step(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x9e3779b1)
  return (mixed << 13) | (mixed >>> 19)
}

/** Mixes a hash so that every bit depends on all bits before it. */
function finish(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return mixed ^ (mixed >>> 13)
}

/**
 * Returns the slot of a hash, from 0 to `count - 1`. The highest bits of the hash decide, so that a count need not be a power
 * of two.
 */
export function slotOf(hash: number, count: number): number {
  return ((hash >>> 0) * count * 2 ** -32) | 0
}

export function sameBytes(one: DataView, oneFrom: number, other: DataView, otherFrom: number, length: number): boolean {
  let at = 0
  for (; at + 4 <= length; at += 4) {
    if (one.getInt32(oneFrom + at, true) !== other.getInt32(otherFrom + at, true)) return false
  }
  if (at === length) return true
  return ((one.getInt32(oneFrom + at, true) ^ other.getInt32(otherFrom + at, true)) & maskOf(length - at)) === 0
}
