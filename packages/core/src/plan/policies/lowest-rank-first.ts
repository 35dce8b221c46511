import type { Step, TruncationPolicy } from '../../contract/truncation.ts'
import { byRank } from './by-rank.ts'

/**
 * The default: the unit of the lowest rank is shortened as far as it can be, then dropped, then the next one. Among
 * equal ranks the later one goes first, so that a text without ranks is cut from its end.
 */
export const lowestRankFirst: TruncationPolicy = {
  name: 'lowest-rank-first',
  steps: (units) => {
    const steps: Step[] = []
    const free = units.filter((unit) => !unit.pinned)
    for (const unit of byRank(free, 'later')) {
      for (let rung = 1; rung <= unit.tokens.length; rung++) steps.push({ unit, rung })
    }
    return steps
  },
}
