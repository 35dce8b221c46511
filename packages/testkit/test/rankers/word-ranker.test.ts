import { rankerSuite, registerSuite } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { wordRanker } from './word-ranker.ts'

const rank = (query: string, ...texts: readonly string[]): readonly number[] =>
  wordRanker.rank(
    query,
    texts.map((text, index) => ({ id: `${index}`, text })),
  )

describe('wordRanker', () => {
  registerSuite(
    { describe, it },
    'wordRanker',
    rankerSuite(() => wordRanker),
  )

  it('weighs rare words, repetition and length', () => {
    const [once = 0, twice = 0, long = 0, none] = rank(
      'tea',
      'tea is hot',
      'tea tea hot',
      'tea is hot and so is she',
      'x',
    )
    expect(twice).toBeGreaterThan(once)
    expect(once).toBeGreaterThan(long)
    expect(none).toBe(0)
    const [common = 0, rare = 0] = rank('tea Zanzibar', 'tea', 'Zanzibar', 'tea')
    expect(rare).toBeGreaterThan(common)
  })

  it('returns the value of the formula', () => {
    // One of two documents contains the word once, both of average length: ln(1 + 1.5 / 1.5) * 2.2 / 2.2.
    expect(rank('tea', 'tea', 'car')).toEqual([Math.log(2), 0])
  })

  it('returns the terms of a text, each once', () => {
    expect([...wordRanker.terms('Tea, tea 北京').keys()]).toEqual(['tea', '北', '京', '北京'])
  })
})
