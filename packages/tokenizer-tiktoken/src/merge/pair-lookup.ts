import type { Table } from '../table/table.ts'

/** Larger than any id: two tokens that do not become one. */
export const NONE = 0x7fffffff

/** Bits of an id plus 1, for which 18 suffice in all encodings; the rest of a word tells pairs apart without reading more. */
const idMask = 0x3ffff

function hashPair(left: number, right: number): number {
  const mixed = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca77)
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
}

/**
 * The token that two tokens side by side become, or `NONE`.
 *
 * One pair for each token is enough, though its bytes can be cut in two anywhere: between two borders that no merge has
 * crossed, merges come in the order in which they come when these bytes stand alone, so a token is always made from
 * the same two halves.
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

/** Puts a token whose halves are known into its slot. */
export function addPair({ pairSlots, halves }: Table, id: number): void {
  const mask = pairSlots.length - 1
  const hash = hashPair(halves[2 * id] as number, halves[2 * id + 1] as number)
  let slot = (hash ^ (hash >>> 14)) & mask
  while (pairSlots[slot] !== 0) slot = (slot + 1) & mask
  pairSlots[slot] = (hash & ~idMask) | (id + 1)
}
