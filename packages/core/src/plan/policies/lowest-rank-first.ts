import type { TruncationPolicy } from '../../contract/truncation.ts'
import { stepsByRank } from './by-rank.ts'

/**
 * The default: the unit of the lowest rank is shortened as far as possible, then dropped, then the next one. Among
 * equal ranks the later one goes first, so that a text without ranks is cut from its end.
 */
export const lowestRankFirst: TruncationPolicy = {
  spec: 1,
  name: 'lowest-rank-first',
  steps: (units) =>
    stepsByRank(units, 'later', (unit, steps) => {
      for (let rung = 1; rung <= unit.tokens.length; rung++) steps.push({ unit, rung })
    }),
}
