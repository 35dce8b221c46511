import type { Unit } from '../../contract/truncation.ts'

/**
 * Units in the order in which they give way: the lowest rank first, and of one rank the later or the earlier one first.
 * Grouped and then sorted by rank, since ranks are few where units are many.
 */
export function byRank(units: readonly Unit[], firstOfEquals: 'later' | 'earlier'): readonly Unit[] {
  const groups = new Map<number, Unit[]>()
  for (const unit of units) {
    const group = groups.get(unit.rank)
    if (group) group.push(unit)
    else groups.set(unit.rank, [unit])
  }
  const ranks = Float64Array.from(groups.keys()).sort()
  return Array.from(ranks, (rank) => {
    const group = groups.get(rank) ?? []
    return firstOfEquals === 'later' ? group.reverse() : group
  }).flat()
}
