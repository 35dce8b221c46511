import { diverse } from '@lamella/store'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const score = fc.integer({ min: 1, max: 20 }).map((n) => n / 4)

describe('diverse', () => {
  const hit = (own: number, text: string) => ({ score: own, text })
  const termsOf = ({ text }: { readonly text: string }): ReadonlySet<string> => new Set(text.split(' ').filter(Boolean))

  it('keeps the plain order at 0, and always sorts by score', () => {
    const word = fc.constantFrom('tea', 'milk', 'ship', 'moon')
    const hits = fc.array(fc.tuple(score, fc.array(word, { maxLength: 4 })), { maxLength: 30 })
    fc.assert(
      fc.property(hits, fc.constantFrom(0, 0.3, 0.7, 1), fc.integer({ min: 1, max: 10 }), (items, diversity, limit) => {
        const all = items.map(([own, words]) => hit(own, words.join(' '))).sort((a, b) => b.score - a.score)
        const found = diverse(all, diversity, limit, termsOf)
        expect(found).toHaveLength(Math.min(limit, all.length))
        expect(new Set(found).size).toBe(found.length)
        expect([...found].sort((a, b) => b.score - a.score)).toEqual(found)
        if (diversity === 0) expect(found).toEqual(all.slice(0, limit))
        if (diversity < 1 && all.length > 0) expect(found[0]?.score).toBe(all[0]?.score)
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  it('prefers a different hit to a second similar one', () => {
    const hits = [hit(10, 'green tea'), hit(9, 'green tea'), hit(5, 'a ship')]
    expect(diverse(hits, 0.5, 2, termsOf).map(({ text }) => text)).toEqual(['green tea', 'a ship'])
    expect(diverse(hits, 0.1, 2, termsOf).map(({ text }) => text)).toEqual(['green tea', 'green tea'])
  })

  it('chooses by the formula, recomputed at each step', () => {
    const word = fc.constantFrom('tea', 'milk', 'ship', 'moon', 'sun')
    const hits = fc.array(fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.uniqueArray(word, { minLength: 1 })), {
      minLength: 1,
      maxLength: 12,
    })
    const likeness = (a: readonly string[], b: readonly string[]): number =>
      a.filter((one) => b.includes(one)).length / new Set([...a, ...b]).size
    fc.assert(
      fc.property(hits, fc.constantFrom(0.2, 0.5, 0.9), (items, diversity) => {
        const all = items.map(([own, words]) => hit(own, words.join(' '))).sort((a, b) => b.score - a.score)
        const left = [...all]
        const taken: typeof all = []
        const worth = (one: (typeof all)[number]): number =>
          (1 - diversity) * (one.score / (all[0]?.score ?? 1)) -
          diversity * Math.max(0, ...taken.map((other) => likeness(one.text.split(' '), other.text.split(' '))))
        while (taken.length < 4 && left.length > 0) {
          const next = left.reduce((a, b) => (worth(b) > worth(a) ? b : a))
          taken.push(next)
          left.splice(left.indexOf(next), 1)
        }
        expect(new Set(diverse(all, diversity, 4, termsOf))).toEqual(new Set(taken))
      }),
      { numRuns: 500, seed: 1 },
    )
  })
})
