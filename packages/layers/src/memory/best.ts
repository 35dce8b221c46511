import type { MemoryEntry } from '@lamella/core'

/** Importance of an entry that names none: the middle of 1 to 10. */
const middling = 5

/**
 * Indices of the entries, best first, at most `most` of them. A higher score goes first. Equal scores are told apart by
 * importance, then by date (the later first, and what is timeless before what is dated), then by place (the later
 * first, since memory files grow at their end).
 *
 * One pass that keeps the best so far: a memory of thousands of entries is not sorted to find twenty. It begins at the end,
 * since of equal ones the later are better: each that is no better is compared once.
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
