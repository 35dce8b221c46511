import { createTokenizer } from '@lamella/tokenizer-tiktoken'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { awkward, distinct, usual } from './oracle.ts'

const text = fc.array(fc.constantFrom(...awkward, ...usual), { maxLength: 40 }).map((parts) => parts.join(''))
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const borders = (whole: string): readonly number[] => [
  ...Array.from(graphemes.segment(whole), ({ index }) => index),
  whole.length,
]

describe.each(distinct)('slice in %s', (encoding) => {
  it('keeps a start or an end of at most the given number of tokens, cut between graphemes', async () => {
    const tokenizer = await createTokenizer(encoding)
    fc.assert(
      fc.property(text, fc.nat({ max: 60 }), (whole, limit) => {
        const start = tokenizer.slice(whole, limit)
        expect(tokenizer.count(start)).toBeLessThanOrEqual(limit)
        expect(whole.startsWith(start)).toBe(true)
        expect(borders(whole)).toContain(start.length)
        const end = tokenizer.slice(whole, limit, 'end')
        expect(tokenizer.count(end)).toBeLessThanOrEqual(limit)
        expect(whole.endsWith(end)).toBe(true)
        expect(borders(whole)).toContain(whole.length - end.length)
      }),
      { numRuns: 400 },
    )
  })

  it('returns a text that fits unchanged', async () => {
    const tokenizer = await createTokenizer(encoding)
    fc.assert(
      fc.property(text, (whole) => {
        const tokens = tokenizer.count(whole)
        expect(tokenizer.slice(whole, tokens)).toBe(whole)
        expect(tokenizer.slice(whole, tokens, 'end')).toBe(whole)
        expect(tokenizer.slice(whole, Number.POSITIVE_INFINITY)).toBe(whole)
      }),
    )
  })

  it('fits agrees with count', async () => {
    const tokenizer = await createTokenizer(encoding)
    fc.assert(
      fc.property(text, fc.nat({ max: 60 }), (whole, limit) => {
        expect(tokenizer.fits(whole, limit)).toBe(tokenizer.count(whole) <= limit)
        expect(tokenizer.fits(whole, tokenizer.count(whole))).toBe(true)
      }),
    )
  })
})

describe('slice', () => {
  it('keeps as much as fits into the limit', async () => {
    const tokenizer = await createTokenizer('gpt-4o')
    expect(tokenizer.slice('one two three four', 2)).toBe('one two')
    expect(tokenizer.slice('one two three four', 2, 'end')).toBe(' three four')
    for (const limit of [1, 10, 100, 1000, 4000]) {
      const words = ' alpha'.repeat(5000)
      expect(tokenizer.slice(words, limit)).toBe(' alpha'.repeat(limit))
      expect(tokenizer.slice(words, limit, 'end')).toBe(' alpha'.repeat(limit))
    }
  })

  it('keeps nothing for a limit of 0 or if the first grapheme is too large', async () => {
    const tokenizer = await createTokenizer('gpt-4o')
    expect(tokenizer.slice('one two', 0)).toBe('')
    expect(tokenizer.slice('one two', 0.5)).toBe('')
    expect(tokenizer.slice('👨‍👩‍👧 and others', 2)).toBe('')
    expect(tokenizer.slice('others and 👨‍👩‍👧', 2, 'end')).toBe('')
    expect(tokenizer.slice('', 5)).toBe('')
  })

  it('never splits a flag, even in a long row of flags', async () => {
    const tokenizer = await createTokenizer('gpt-4o')
    for (const limit of [3, 4, 5, 50, 51]) {
      expect(tokenizer.slice('🇩🇪'.repeat(3000), limit).length % 4).toBe(0)
      expect(tokenizer.slice('🇩🇪'.repeat(3000), limit, 'end').length % 4).toBe(0)
    }
  })

  it.each([-1, Number.NaN, '5'])('rejects a limit of %j', async (limit) => {
    const tokenizer = await createTokenizer('gpt-4o')
    const invalid = expect.objectContaining({ code: 'OPTION_INVALID' })
    expect(() => tokenizer.slice('text', limit as number)).toThrow(invalid)
    expect(() => tokenizer.fits('text', limit as number)).toThrow(invalid)
  })

  it('rejects an unknown end', async () => {
    const tokenizer = await createTokenizer('gpt-4o')
    expect(() => tokenizer.slice('text', 1, 'middle' as 'end')).toThrow(/must be one of start, end/)
  })
})
