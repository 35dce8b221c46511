import type { Step, Unit } from '../../contract/truncation.ts'

/**
 * Returns the steps of units in the order in which they give way: the lowest rank first, and within one rank the later
 * or the earlier unit first. Pinned units have none. Groups before sorting, since ranks are few where units are many;
 * and creates steps in unit order, since visiting many objects out of order costs more than everything else.
 */
export function stepsByRank(
  units: readonly Unit[],
  firstOfEquals: 'later' | 'earlier',
  add: (unit: Unit, steps: Step[]) => void,
): readonly Step[] {
  const groups = new Map<number, Step[]>()
  const visit = (unit: Unit): void => {
    if (unit.pinned) return
    const steps = groups.get(unit.rank) ?? []
    if (steps.length === 0) groups.set(unit.rank, steps)
    add(unit, steps)
  }
  if (firstOfEquals === 'earlier') for (const unit of units) visit(unit)
  else for (let index = units.length - 1; index >= 0; index--) visit(units[index] as Unit)
  if (groups.size === 1) return [...groups.values()][0] ?? []
  const ranks = Float64Array.from(groups.keys()).sort()
  return Array.from(ranks, (rank) => groups.get(rank) ?? []).flat()
}
