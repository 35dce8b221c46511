import type { Step, TruncationPolicy } from '../../contract/truncation.ts'
import { stepsByRank } from './by-rank.ts'

/**
 * Works level by level: everything is at rung 1 before anything is at rung 2, and everything is at its shortest before
 * anything is dropped. At each level the unit with the most tokens goes first; at the last, the lowest rank, then the
 * later one. For lists in which a short mention of everything beats a long mention of half, such as skills.
 */
export const fair: TruncationPolicy = {
  spec: 1,
  name: 'fair',
  steps: (units) => {
    const free = units.filter((unit) => !unit.pinned)
    const levels = free.reduce((most, unit) => Math.max(most, unit.tokens.length), 0)
    const steps: Step[] = []
    for (let rung = 1; rung < levels; rung++) {
      const size = (unit: { readonly tokens: readonly number[] }): number => unit.tokens[rung - 1] ?? 0
      const order = free.filter((unit) => isShorter(unit.tokens, rung))
      order.sort((a, b) => size(b) - size(a) || b.position - a.position)
      for (const unit of order) steps.push({ unit, rung })
    }
    const drops = stepsByRank(free, 'later', (unit, list) => list.push({ unit, rung: unit.tokens.length }))
    return [...steps, ...drops]
  },
}

/** Checks whether a rung has fewer tokens than all before it. Some lists repeat a rung to align their levels. */
function isShorter(tokens: readonly number[], rung: number): boolean {
  const tokensAt = tokens[rung]
  return tokensAt !== undefined && tokens.every((before, index) => index >= rung || tokensAt < before)
}
