import { fair, lowestRankFirst, oldestFirst, type PlanLayer, plan, type Unit } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { oraclePlan } from '../support/oracle.ts'

// Every unit that can be built from these, in every pair, under every policy, minimum and budget. Of two layers, every
// nth combination of pairs and policies; 5 is prime to the number of each, so all of them occur.
const every = Number(process.env['LAMELLA_EVERY'] ?? 10)
const shapes = [
  { tokens: [3], pinned: false, rank: 0 },
  { tokens: [3], pinned: true, rank: 0 },
  { tokens: [3, 1], pinned: false, rank: 1 },
  { tokens: [2, 2], pinned: false, rank: 0 },
  { tokens: [0], pinned: false, rank: -1 },
  { tokens: [1, 2, 0], pinned: false, rank: 0 },
  { tokens: [3], pinned: false, rank: 0, page: 0 },
  { tokens: [2, 1], pinned: false, rank: 2, page: 0 },
]
const policies = [lowestRankFirst, fair, oldestFirst(), oldestFirst({ newestPriority: 7 })]

const unit = (shape: (typeof shapes)[number], position: number): Unit => {
  const id = `u${position}`
  return { id, fragments: [{ id, content: id }], position, page: undefined, ...shape }
}
const pairs = shapes.flatMap((a) => shapes.map((b) => [unit(a, 0), unit(b, 1)]))

describe('plan, on every small case', () => {
  it('matches the oracle for one layer of two units, and is monotone in the budget', () => {
    let cases = 0
    for (const units of pairs) {
      for (const policy of policies) {
        for (const frame of [0, 2]) {
          for (const min of [0, 2, 4]) {
            const layers: readonly PlanLayer[] = [{ name: 'a', priority: 5, units, policy, frame, min, max: undefined }]
            cases += check(layers)
          }
        }
      }
    }
    expect(cases).toBe(64 * 4 * 2 * 3 * 14)
  })

  it('matches the oracle for two layers of different priorities and minima', () => {
    let cases = 0
    let combinations = 0
    for (const first of pairs) {
      for (const second of pairs) {
        for (const [index, policy] of policies.entries()) {
          if (combinations++ % every > 0) continue
          const a: PlanLayer = { name: 'a', priority: 5, units: first, policy, frame: 1, min: 2, max: undefined }
          const other = policies[(index + 1) % policies.length] as PlanLayer['policy']
          const b: PlanLayer = {
            name: 'b',
            priority: 6,
            units: second,
            policy: other,
            frame: 0,
            min: 3,
            max: undefined,
          }
          cases += check([a, b])
        }
      }
    }
    expect(cases).toBe(Math.ceil((64 * 64 * 4) / every) * 14)
  })
})

function check(layers: readonly PlanLayer[]): number {
  let cases = 0
  let before: readonly (readonly number[])[] | undefined
  for (let budget = 0; budget < 14; budget++, cases++) {
    const rungs = plan(layers, budget).rungs.map((list) => [...list])
    const expected = oraclePlan(layers, budget)
    if (JSON.stringify(rungs) !== JSON.stringify(expected))
      expect({ layers, budget, rungs }).toEqual({ rungs: expected })
    const worse = before && rungs.some((list, index) => list.some((rung, at) => rung > (before?.[index]?.[at] ?? 0)))
    if (worse) expect({ layers, budget, rungs }).toEqual({ before })
    before = rungs
  }
  return cases
}
