import type { Step, TruncationPolicy, Unit } from '@lamella/core'

/**
 * Drops the lowest priority first and, within a priority, the oldest chunk. Very long results are cut to a page before
 * anything is dropped, since one huge result would otherwise displace everything before it; then each unit is shortened
 * as far as possible and dropped, one after the other. The newest unit goes last.
 */
export const oldestChunkFirst: TruncationPolicy = {
  name: 'oldest-chunk-first',
  steps: (units) => {
    const byRank = new Map<number, Unit[]>()
    for (const unit of units) {
      if (unit.pinned) continue
      const list = byRank.get(unit.rank)
      if (list) list.push(unit)
      else byRank.set(unit.rank, [unit])
    }
    const steps: Step[] = []
    for (const rank of [...byRank.keys()].sort((a, b) => a - b)) {
      const list = byRank.get(rank) ?? []
      for (const unit of list) if (isVeryLong(unit)) steps.push({ unit, rung: 1 })
      for (const unit of list) {
        for (let rung = isVeryLong(unit) ? 2 : 1; rung <= unit.tokens.length; rung++) steps.push({ unit, rung })
      }
    }
    return steps
  },
}

/** Returns whether the unit has both shorter renderings: a long one and a short one. */
function isVeryLong({ tokens }: Unit): boolean {
  return tokens.length > 2
}
