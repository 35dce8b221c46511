import type { MemoryEntry } from '@lamella/core'

/** The importance of an entry without one: the middle of 1 to 10. */
const middling = 5

/**
 * Returns the indices of the best entries, best first, at most `most` of them. A higher score comes first. Ties are
 * ordered by importance, then by date (later first, timeless before dated), then by position (later first, because
 * memory files grow at the end).
 *
 * Keeps the best so far in one pass: finding twenty does not require sorting a memory of thousands of entries. Starts
 * at the end, because of equal entries the later is better: each entry that is no better is compared once.
 */
export function bestEntries(
  entries: readonly MemoryEntry[],
  scores: readonly number[] | undefined,
  most: number,
): readonly number[] {
  const best: number[] = []
  const isBetter = (a: number, b: number): boolean => {
    const score = (scores?.[a] ?? 0) - (scores?.[b] ?? 0)
    return score === 0 ? winsTie(entries[a] as MemoryEntry, entries[b] as MemoryEntry, a > b) : score > 0
  }
  for (let index = entries.length - 1; index >= 0; index--) {
    let place = best.length
    while (place > 0 && isBetter(index, best[place - 1] as number)) place--
    if (place >= most) continue
    best.splice(place, 0, index)
    if (best.length > most) best.pop()
  }
  return best
}

function winsTie(a: MemoryEntry, b: MemoryEntry, later: boolean): boolean {
  const importance = (a.importance ?? middling) - (b.importance ?? middling)
  if (importance !== 0) return importance > 0
  if (a.date === b.date) return later
  if (a.date === undefined || b.date === undefined) return a.date === undefined
  return a.date > b.date
}
