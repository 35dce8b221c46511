import { MinHeap } from './min-heap.ts'
import type { Ranks } from './rank-table.ts'

const NONE = -1

/**
 * Byte pair encoding of one piece: the pair of neighbours with the lowest rank becomes one part, the leftmost first,
 * until no two neighbours form a token. Pairs wait in a heap, so that n bytes cost O(n log n) where scanning for the
 * lowest each time costs O(n²).
 *
 * @param bytes - one character (0 to 255) a byte
 */
export function mergeBytes(bytes: string, ranks: Ranks): readonly number[] {
  const whole = ranks.rankOf.get(bytes)
  if (whole !== undefined) return [whole]
  const size = bytes.length
  // A part is known by where it begins. `next[part]` is where it ends; `pair[part]` the rank of it and its neighbour.
  const next = Int32Array.from({ length: size }, (_, i) => i + 1)
  const previous = Int32Array.from({ length: size + 1 }, (_, i) => i - 1)
  const pair = new Int32Array(size).fill(NONE)
  const merged = new Uint8Array(size)
  // One number for rank and place: ordered by rank, then from the left.
  const waiting = new MinHeap()

  const rankPair = (part: number): void => {
    const neighbour = next[part] as number
    const end = neighbour < size ? (next[neighbour] as number) : Number.POSITIVE_INFINITY
    const rank = end - part > ranks.longest ? undefined : ranks.rankOf.get(bytes.slice(part, end))
    pair[part] = rank ?? NONE
    if (rank !== undefined) waiting.push(rank * size + part)
  }

  for (let part = 0; part < size - 1; part++) rankPair(part)
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    const part = entry % size
    // Entries are not taken back when a neighbour changes; one that no longer says the truth is skipped.
    if (merged[part] === 1 || pair[part] !== (entry - part) / size) continue
    const absorbed = next[part] as number
    const end = next[absorbed] as number
    merged[absorbed] = 1
    next[part] = end
    previous[end] = part
    rankPair(part)
    if (part > 0) rankPair(previous[part] as number)
  }

  const tokens: number[] = []
  for (let part = 0; part < size; part = next[part] as number) {
    const rank = ranks.rankOf.get(bytes.slice(part, next[part]))
    // Every single byte is a token in every encoding, so there always is one.
    if (rank !== undefined) tokens.push(rank)
  }
  return tokens
}
