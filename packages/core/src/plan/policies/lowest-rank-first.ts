import type { Step, TruncationPolicy } from '../../contract/truncation.ts'

/**
 * The default: the unit of the lowest rank is shortened as far as it can be, then dropped, then the next one. Among
 * equal ranks the later one goes first, so that a text without ranks is cut from its end.
 */
export const lowestRankFirst: TruncationPolicy = {
  name: 'lowest-rank-first',
  steps: (units) => {
    const steps: Step[] = []
    const order = units.filter((unit) => !unit.pinned).sort((a, b) => a.rank - b.rank || b.position - a.position)
    for (const unit of order) {
      for (let rung = 1; rung <= unit.tokens.length; rung++) steps.push({ unit, rung })
    }
    return steps
  },
}
