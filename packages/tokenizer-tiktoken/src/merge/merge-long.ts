import type { Table } from '../table/table.ts'
import { createHeap, type MinHeap, popFrom, pushTo } from './min-heap.ts'
import { findPair, NONE } from './pair-lookup.ts'

/** For each rank, the first of its waiting places, plus 1; all 0 between two calls. */
export type Waiting = Int32Array

/** Called for the first long piece only. */
export function createWaiting(table: Table): Waiting {
  return new Int32Array(table.starts.length)
}

/**
 * Merges a piece of any length, with the same result as `mergeShort`. It needs O(n log n), whereas comparing all pairs
 * each time needs O(n²). Returns the tokens.
 *
 * A token's rank is above the ranks of its halves (compute-table.ts ensures this), so a merge never creates a pair of
 * the same or a lower rank. All places of a rank are therefore known when its turn comes, and are merged together. The
 * heap only has to order the few ranks, not the places.
 */
export function mergeLong(
  table: Table,
  waiting: Waiting,
  bytes: Uint8Array,
  from: number,
  to: number,
  least = 1,
): Int32Array {
  const size = to - from
  // A part is identified by its start. `next[part]` is its end; `pairs[part]` is what it and its neighbour merge into.
  const ids = new Int32Array(size)
  const next = new Int32Array(size)
  const previous = new Int32Array(size + 1)
  const pairs = new Int32Array(size).fill(NONE)
  // A place is examined once at the start and twice per merge.
  const places = createPlaces(3 * size)
  const ranks = createHeap(64)
  for (let part = 0; part < size; part++) {
    ids[part] = table.byteIds[bytes[from + part] as number] as number
    next[part] = part + 1
    previous[part] = part - 1
  }
  const look = (part: number): void => {
    const neighbour = next[part] as number
    const pair = neighbour < size ? findPair(table, ids[part] as number, ids[neighbour] as number) : NONE
    pairs[part] = pair
    if (pair !== NONE) wait(waiting, places, ranks, pair, part)
  }
  // Runs from the right, so that the places of a rank are listed from the left.
  for (let part = size - 1; part >= 0; part--) look(part)
  let count = size
  while (ranks.size > 0) {
    const rank = popFrom(ranks)
    let place = waiting[rank] as number
    waiting[rank] = 0
    // Only a pair of two equal tokens can overlap another pair of its kind: then the leftmost must come first.
    if (table.halves[2 * rank] === table.halves[2 * rank + 1]) place = sorted(places, place)
    for (; place !== 0 && count > least; place = places.next[place] as number) {
      const part = places.part[place] as number
      // A place stays listed when a neighbour changes; outdated places are skipped here.
      if (pairs[part] !== rank) continue
      const absorbed = next[part] as number
      const end = next[absorbed] as number
      ids[part] = rank
      pairs[absorbed] = NONE
      next[part] = end
      previous[end] = part
      count--
      look(part)
      if (part > 0) look(previous[part] as number)
    }
  }
  for (let i = 0, part = 0; i < count; i++, part = next[part] as number) ids[i] = ids[part] as number
  return ids.subarray(0, count)
}

/** Lists of parts, one per rank. Numbered from 1, so that 0 marks the end of a list. */
interface Places {
  readonly part: Int32Array
  readonly next: Int32Array
  used: number
}

function createPlaces(most: number): Places {
  return { part: new Int32Array(most + 1), next: new Int32Array(most + 1), used: 0 }
}

function wait(waiting: Waiting, places: Places, ranks: MinHeap, rank: number, part: number): void {
  const place = ++places.used
  const first = waiting[rank] as number
  if (first === 0) pushTo(ranks, rank)
  places.part[place] = part
  places.next[place] = first
  waiting[rank] = place
}

/** Sorts a list from the left. Returns its first place. */
function sorted(places: Places, first: number): number {
  let length = 0
  let inOrder = true
  for (let place = first; place !== 0; place = places.next[place] as number) {
    const after = places.next[place] as number
    if (after !== 0 && (places.part[after] as number) < (places.part[place] as number)) inOrder = false
    length++
  }
  if (inOrder) return first
  const parts = new Int32Array(length)
  for (let place = first, i = 0; place !== 0; place = places.next[place] as number)
    parts[i++] = places.part[place] as number
  parts.sort()
  for (let place = first, i = 0; place !== 0; place = places.next[place] as number)
    places.part[place] = parts[i++] as number
  return first
}
