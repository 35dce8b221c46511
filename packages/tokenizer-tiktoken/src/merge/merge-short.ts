import type { Table } from '../table/table.ts'
import { findPair, NONE } from './pair-lookup.ts'

/** Bytes from which on a heap finds the next pair faster than a look at all pairs. */
export const shortPiece = 64

/** Room for the parts of one piece. */
export interface Parts {
  /** Tokens of the piece after the merge. */
  readonly ids: Int32Array
  /** What a part and the next one become. */
  readonly pairs: Int32Array
}

export function createParts(): Parts {
  return { ids: new Int32Array(shortPiece + 1), pairs: new Int32Array(shortPiece + 1) }
}

/**
 * Byte pair encoding of one piece of up to `shortPiece` bytes: the two neighbours with the lowest rank become one part,
 * the leftmost first, until no two of them form a token. Stops at `least` parts. Gives the number of tokens, which
 * `parts.ids` then begins with.
 */
export function mergeShort(
  table: Table,
  { ids, pairs }: Parts,
  bytes: Uint8Array,
  from: number,
  to: number,
  least = 1,
): number {
  let size = to - from
  for (let i = 0; i < size; i++) ids[i] = table.byteIds[bytes[from + i] as number] as number
  let last = size - 1
  for (let i = 0; i < last; i++) pairs[i] = findPair(table, ids[i] as number, ids[i + 1] as number)
  while (size > least) {
    let lowest = NONE
    let at = 0
    for (let i = 0; i < last; i++) {
      if ((pairs[i] as number) < lowest) {
        lowest = pairs[i] as number
        at = i
      }
    }
    if (lowest === NONE) break
    size--
    last--
    ids[at] = lowest
    for (let i = at + 1; i < size; i++) {
      ids[i] = ids[i + 1] as number
      pairs[i] = pairs[i + 1] as number
    }
    if (at < last) pairs[at] = findPair(table, lowest, ids[at + 1] as number)
    if (at > 0) pairs[at - 1] = findPair(table, ids[at - 1] as number, lowest)
  }
  return size
}
