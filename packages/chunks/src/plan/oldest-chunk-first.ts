import type { Step, TruncationPolicy, Unit } from '@lamella/core'

/**
 * The lowest priority first, and of one priority the oldest. What is very long is cut to a page before anything is
 * dropped, since one huge result would otherwise cost all that was said before it; then one after the other is shortened
 * as far as it can be, and dropped. What happened last gives way when all before it is gone.
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

/** Whether the unit has both shorter renderings: a long one and a short one. */
function isVeryLong({ tokens }: Unit): boolean {
  return tokens.length > 2
}
