import type { Table } from '../table/table.ts'
import { slotOf } from './bytes.ts'

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

/** The slot follows from other bits than those that a word keeps, which would otherwise say nothing new. */
function slotOfPair(hash: number, count: number): number {
  return slotOf(Math.imul(hash, 0x9e3779b1), count)
}

/**
 * Returns the token that two adjacent tokens merge into, or `NONE`.
 *
 * One pair per token is enough, although its bytes can be split in two anywhere: between two borders that no merge has
 * crossed, merges happen in the same order as if these bytes were alone, so a token always comes from the same two
 * halves.
 */
export function findPair({ pairSlots, halves }: Table, left: number, right: number): number {
  const count = pairSlots.length
  const hash = hashPair(left, right)
  for (let slot = slotOfPair(hash, count); ; slot = slot + 1 === count ? 0 : slot + 1) {
    const value = pairSlots[slot] as number
    if (value === 0) return NONE
    if (((value ^ hash) & ~idMask) !== 0) continue
    const id = (value & idMask) - 1
    if (halves[2 * id] === left && halves[2 * id + 1] === right) return id
  }
}

/** Adds a token whose halves are known to its slot. */
export function addPair({ pairSlots, halves }: Table, id: number): void {
  const count = pairSlots.length
  const hash = hashPair(halves[2 * id] as number, halves[2 * id + 1] as number)
  let slot = slotOfPair(hash, count)
  while (pairSlots[slot] !== 0) slot = slot + 1 === count ? 0 : slot + 1
  pairSlots[slot] = (hash & ~idMask) | (id + 1)
}
