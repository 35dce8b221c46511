import { describe, expect, it } from 'vitest'
import { chooseUnits } from '../../src/digest/choose-units.ts'
import type { RankedUnit } from '../../src/digest/rank-units.ts'

/** Sentences with one word in common, and a word of their own. */
const alike = (length: number): readonly RankedUnit[] =>
  Array.from({ length }, (_, order) => ({ order, cost: 3, worth: 1, words: [0, 1 + order], later: [] }) as never)

describe('chooseUnits', () => {
  it('takes moments for tens of thousands of sentences that are alike', () => {
    const units = alike(80_000)
    const rarity = Float64Array.of(5, ...units.map(() => 1))
    const { chosen, take } = chooseUnits(units, { rarity, isShown: () => false })
    expect(take(3_000, () => true)).toBe(3_000)
    expect(chosen.size).toBe(1_000)
  })

  it('chooses the newest of sentences that are worth the same', () => {
    const units = alike(9)
    const { chosen, take } = chooseUnits(units, { rarity: new Float64Array(10), isShown: () => false })
    take(9, () => true)
    expect([...chosen].map(({ order }) => order)).toEqual([8, 7, 6])
  })

  it('chooses what four rare words tell in twenty tokens before one rare word in six', () => {
    const remark = { order: 1, cost: 6, worth: 1, words: [0], later: [] } as never
    const statement = { order: 0, cost: 20, worth: 1, words: [1, 2, 3, 4], later: [] } as never
    const rarity = new Float64Array(5).fill(1)
    const { chosen, take } = chooseUnits([statement, remark], { rarity, isShown: () => false })
    expect([take(20, () => true), [...chosen]]).toEqual([20, [statement]])
  })
})
