import type { Table } from '../table/table.ts'

/** Larger than any id: two tokens that do not merge. */
export const NONE = 0x7fffffff

/**
 * The bits that hold an id plus 1: 18 are enough in all encodings. The other bits of a word tell pairs apart without
 * another read.
 */
const idMask = 0x3ffff

function hashPair(left: number, right: number): number {
  const mixed = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca77)
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
}

/**
 * Returns the token that two adjacent tokens merge into, or `NONE`.
 *
 * One pair per token is enough, although its bytes can be split in two anywhere: between two borders that no merge has
 * crossed, merges happen in the same order as if these bytes were alone, so a token always comes from the same two
 * halves.
 */
export function findPair({ pairSlots, halves }: Table, left: number, right: number): number {
  const mask = pairSlots.length - 1
  const hash = hashPair(left, right)
  for (let slot = (hash ^ (hash >>> 14)) & mask; ; slot = (slot + 1) & mask) {
    const value = pairSlots[slot] as number
    if (value === 0) return NONE
    if (((value ^ hash) & ~idMask) !== 0) continue
    const id = (value & idMask) - 1
    if (halves[2 * id] === left && halves[2 * id + 1] === right) return id
  }
}

/** Adds a token whose halves are known to its slot. */
export function addPair({ pairSlots, halves }: Table, id: number): void {
  const mask = pairSlots.length - 1
  const hash = hashPair(halves[2 * id] as number, halves[2 * id + 1] as number)
  let slot = (hash ^ (hash >>> 14)) & mask
  while (pairSlots[slot] !== 0) slot = (slot + 1) & mask
  pairSlots[slot] = (hash & ~idMask) | (id + 1)
}
