import { describe, expect, it } from 'vitest'
import { type Fact, type Outcome, shareOf, type Verdict } from '../../src/retention/index.ts'

const outcome = (conversation: number, verdict: Verdict): Outcome => ({
  fact: {} as Fact,
  verdict,
  at: 1,
  conversation,
  seed: 1,
  summarized: false,
})
const many = (conversation: number, kept: number, lost: number): readonly Outcome[] => [
  ...Array.from({ length: kept }, () => outcome(conversation, 'kept')),
  ...Array.from({ length: lost }, () => outcome(conversation, 'lost')),
]

describe('shareOf', () => {
  it('counts the outcomes with one of the verdicts', () => {
    const outcomes = [...many(0, 3, 1), outcome(1, 'reachable')]
    expect(shareOf(outcomes, 'kept').share).toBe(0.6)
    expect(shareOf(outcomes, 'kept', 'reachable')).toMatchObject({ share: 0.8, of: 5 })
  })

  it('draws whole conversations: equal ones leave no doubt, however few they are', () => {
    const outcomes = [0, 1, 2, 3].flatMap((one) => many(one, 3, 1))
    expect(shareOf(outcomes, 'kept')).toEqual({ share: 0.75, low: 0.75, high: 0.75, of: 16 })
  })

  it('has an interval as wide as the normal approximation over conversations that keep all or nothing', () => {
    const outcomes = Array.from({ length: 100 }, (_, one) =>
      many(one, one % 2 === 0 ? 5 : 0, one % 2 === 0 ? 0 : 5),
    ).flat()
    const { share, low, high } = shareOf(outcomes, 'kept')
    expect(share).toBe(0.5)
    // 1.96 standard errors of 100 draws, not of 500.
    expect(Math.abs(low - 0.402)).toBeLessThan(0.025)
    expect(Math.abs(high - 0.598)).toBeLessThan(0.025)
  })

  it('returns the same interval each time', () => {
    const outcomes = [...many(0, 3, 1), ...many(1, 1, 5), ...many(2, 2, 2)]
    expect(shareOf(outcomes, 'kept')).toEqual(shareOf(outcomes, 'kept'))
  })

  it('has no share of no outcomes', () => {
    expect(shareOf([], 'kept').share).toBeNaN()
  })
})
