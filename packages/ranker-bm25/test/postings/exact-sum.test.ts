import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ExactSum } from '../../src/postings/exact-sum.ts'

/**
 * Multiples of 2^-40, some of them large, so that plain sums would lose digits and whole numbers can verify the result.
 */
const wholes = fc.array(
  fc.oneof(
    fc.bigInt({ min: -(2n ** 52n), max: 2n ** 52n }),
    fc.bigInt({ min: -9n, max: 9n }).map((n) => n * 2n ** 60n),
  ),
)
const scaled = (whole: bigint): number => Number(whole) / 2 ** 40

describe('an exact sum', () => {
  it('is the number nearest to the sum of the added numbers', () => {
    fc.assert(
      fc.property(wholes, (numbers) => {
        const sum = new ExactSum()
        for (const number of numbers) sum.add(scaled(number))
        expect(sum.value).toBe(scaled(numbers.reduce((total, number) => total + number, 0n)) + 0)
      }),
      { numRuns: 5_000 },
    )
  })

  it('is not affected by numbers that were added and subtracted again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e12, max: 1e12, noNaN: true })),
        fc.double({ min: 0, max: 1e12, noNaN: true }),
        (gone, stays) => {
          const sum = new ExactSum()
          for (const number of gone) sum.add(number)
          sum.add(stays)
          for (const number of gone.toReversed()) sum.add(-number)
          expect(sum.value).toBe(stays)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
