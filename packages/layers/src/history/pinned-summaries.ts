import { type PlacedMessage, summaryRange } from '@lamella/core/plugin'

/**
 * Returns the positions of the summaries that must stay: those that no later summary covers.
 *
 * @param summaries By position. One without a range covers everything before it.
 */
export function pinnedSummaries(summaries: readonly PlacedMessage[]): ReadonlySet<number> {
  const pinned = new Set<number>()
  const later: { readonly start: number; readonly end: number }[] = []
  for (const { message, position } of summaries.toSorted((a, b) => b.position - a.position)) {
    const range = summaryRange(message)
    const own = range ?? { start: 0, end: position }
    if (later.some(({ start, end }) => start <= own.start && own.end <= end)) continue
    pinned.add(position)
    later.push(range ?? { start: 0, end: Number.POSITIVE_INFINITY })
  }
  return pinned
}
