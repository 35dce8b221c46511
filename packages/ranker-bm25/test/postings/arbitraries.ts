import fc from 'fast-check'
import type { Bag, Formula, Query } from '../../src/postings/types.ts'

/** Few terms and few values, so that documents share them and scores tie. */
const frequency = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }) },
  fc.constantFrom(0.3, 0.5, 1.3, 2.6, 40),
)

export const bags: fc.Arbitrary<Bag> = fc
  .uniqueArray(fc.tuple(fc.nat({ max: 12 }), frequency), { maxLength: 8, selector: ([term]) => term })
  .chain((pairs) => {
    const terms = pairs.map(([term]) => term)
    const frequencies = pairs.map(([, f]) => f)
    const sum = frequencies.reduce((total, f) => total + f, 0)
    return fc.constantFrom(sum, sum, 1.1 * sum, 7).map((length) => ({ terms, frequencies, length }))
  })

/** Includes repeated terms and terms that no document has. */
export const queries: fc.Arbitrary<Query> = fc
  .array(fc.tuple(fc.nat({ max: 15 }), fc.constantFrom(1, 1, 1, 2, 0.3, 0)), { maxLength: 8 })
  .map((pairs) => ({ terms: pairs.map(([term]) => term), weights: pairs.map(([, weight]) => weight) }))

export const formulas: fc.Arbitrary<Formula> = fc.record({
  k1: fc.constantFrom(0.9, 1.2, 0, 2),
  b: fc.constantFrom(0.4, 0.75, 0, 1),
  delta: fc.constantFrom(0, 0, 1),
})
