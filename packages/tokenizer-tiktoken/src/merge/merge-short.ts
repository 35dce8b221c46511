import type { Table } from '../table/table.ts'
import { findPair, NONE } from './pair-lookup.ts'

/** The number of bytes from which a heap finds the next pair faster than comparing all pairs. */
export const shortPiece = 64

/** Buffers for the parts of one piece. */
export interface Parts {
  /** The tokens of the piece after the merge. */
  readonly ids: Int32Array
  /** What a part and the next one merge into. */
  readonly pairs: Int32Array
}

export function createParts(): Parts {
  return { ids: new Int32Array(shortPiece + 1), pairs: new Int32Array(shortPiece + 1) }
}

/**
 * Merges one piece of up to `shortPiece` bytes by byte pair encoding: joins the two neighbours with the lowest rank,
 * the leftmost first, until no two of them form a token. Stops at `least` parts. Returns the number of tokens, which
 * are then at the start of `parts.ids`.
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
