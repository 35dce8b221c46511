import { isLamellaError } from '@lamella/core'
import type { Rankable } from '@lamella/core/plugin'
import { type Bm25Options, bm25 } from '@lamella/ranker-bm25'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { charactersAndPairs, textbook } from '../textbook.ts'

const megabytes = Number(process.env['LAMELLA_MEGABYTES'] ?? 2)
const documentsOf = (texts: readonly string[]): readonly Rankable[] => texts.map((text, i) => ({ id: `d${i}`, text }))
const close = (found: readonly number[], expected: readonly number[]): void => {
  expect(found).toHaveLength(expected.length)
  for (const [i, score] of expected.entries()) expect(Math.abs((found[i] as number) - score)).toBeLessThan(1e-9)
}

const word = fc.constantFrom(...'alpha beta gamma delta epsilon zeta eta theta iota kappa'.split(' '))
const words = fc.array(word, { maxLength: 30 })
const corpus = fc.array(words, { minLength: 1, maxLength: 20 })
const plain = { language: 'none' } as const

describe('scores', () => {
  it('match the textbook, with given k1, b and plus', () => {
    const k1 = fc.double({ min: 0, max: 3, noNaN: true })
    const b = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(words, corpus, k1, b, fc.constantFrom(0, 1), (query, texts, k1, b, plus) => {
        const ranker = bm25({ ...plain, k1, b, plus })
        const documents = documentsOf(texts.map((text) => text.join(' ')))
        const expected = textbook(query, texts, k1, b, plus)
        close(ranker.rank(query.join(' '), documents), expected)
        close(ranker.rank(query.join(' '), documents), expected)
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 150) },
    )
  })

  it('match the textbook over characters and pairs, in Chinese', () => {
    const text = fc
      .array(fc.constantFrom(...'我你他们来去中国人大小𠀀'), { maxLength: 20 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1, maxLength: 10 }), (query, texts) => {
        const expected = textbook(charactersAndPairs(query), texts.map(charactersAndPairs), 1.2, 0.75)
        close(bm25({ k1: 1.2, b: 0.75 }).rank(query, documentsOf(texts)), expected)
      }),
    )
  })

  it('use k1 0.9 and b 0.4 for short texts, and 1.2 and 0.75 for texts of 64 terms or more on average', () => {
    const texts = [['alpha', ...Array<string>(40).fill('beta')], Array<string>(86).fill('gamma')]
    close(
      bm25(plain).rank('alpha gamma', documentsOf(texts.map((text) => text.join(' ')))),
      textbook(['alpha', 'gamma'], texts, 0.9, 0.4),
    )
    const longer = [texts[0] as string[], [...(texts[1] as string[]), 'gamma']]
    close(
      bm25(plain).rank('alpha gamma', documentsOf(longer.map((text) => text.join(' ')))),
      textbook(['alpha', 'gamma'], longer, 1.2, 0.75),
    )
  })

  it('do not depend on earlier input', () => {
    const used = bm25()
    fc.assert(
      fc.property(words, corpus, words, corpus, (query, texts, otherQuery, otherTexts) => {
        used.rank(otherQuery.join(' '), documentsOf(otherTexts.map((text) => text.join(' '))))
        const documents = documentsOf(texts.map((text) => text.join(' ')))
        expect(used.rank(query.join(' '), documents)).toEqual(bm25().rank(query.join(' '), documents))
      }),
    )
  })

  it('are finite and not negative, whatever the texts', () => {
    const text = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.string({ unit: 'grapheme' }),
      words.map((list) => list.join(' ')),
    )
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 10 }), (query, texts) => {
        const scores = bm25().rank(query, documentsOf([...texts, query]))
        expect(scores).toHaveLength(texts.length + 1)
        expect(scores.every((score) => Number.isFinite(score) && score >= 0)).toBe(true)
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 150) },
    )
  })

  it('stay the same after enough text to empty the cache', () => {
    const ranker = bm25()
    const documents = documentsOf(['the launch is in June', 'Kim is allergic to nuts'])
    const before = ranker.rank('launch', documents)
    for (let i = 0; i < 5; i++) ranker.rank('filler', documentsOf([`filler${i} `.repeat(120_000)]))
    expect(ranker.rank('launch', documents)).toEqual(before)
    expect(before[0]).toBeGreaterThan(0)
  })
})

describe('edge inputs', () => {
  const documents = documentsOf(['the launch is in June', '', 'is and', '🎉🎉', 'Kim is allergic to nuts'])

  it.each(['', ' ', 'the of', '🎂', '?!', '\ud800', '\u0301'])('match nothing: %j', (query) => {
    expect(bm25().rank(query, documents)).toEqual([0, 0, 0, 0, 0])
  })

  it('may be no documents at all, or empty ones', () => {
    expect(bm25().rank('launch', [])).toEqual([])
    expect(bm25().rank('launch', documentsOf(['', ' ']))).toEqual([0, 0])
  })

  it.each([
    ['words', 'budget vendor june '],
    ['one letter', 'a'],
    ['Chinese', '中文字符'],
    ['accents', 'e\u0301'],
    ['marks', '\u0301'],
    ['apostrophes', "a'"],
  ])(`may be ${megabytes} MB of %s`, (_, unit) => {
    const huge = unit.repeat((megabytes * 1_000_000) / unit.length)
    const scores = bm25().rank('launch', documentsOf([huge, `${huge} launch`, 'nothing']))
    expect(scores.map((score) => score > 0)).toEqual([false, true, false])
  })

  // At a cost that grows with the square of its length, this would not end within the limit of a test.
  it('may be a query of 200,000 words', () => {
    const long = documentsOf(Array.from({ length: 50 }, (_, i) => `word${i} word${i + 1} other`))
    const query = Array.from({ length: 200_000 }, (_, i) => `word${i}`).join(' ')
    const scores = bm25().rank(query, long)
    expect(scores.every((score) => score > 0)).toBe(true)
  })
})

describe('options', () => {
  it.each([
    { k1: -1 },
    { k1: Number.NaN },
    { b: 1.1 },
    { b: '0.5' },
    { language: 'klingon' },
    { stem: 'yes' },
    { stopWords: [1] },
    { stopwords: true },
    { plus: -1 },
    { plus: 11 },
    { conversation: 'yes' },
    { conversation: { speaker: -1 } },
    { conversation: { speakers: 1 } },
  ])('%j are rejected', (options) => {
    expect(() => bm25(options as Bm25Options)).toThrow(
      expect.toSatisfy((error) => isLamellaError(error, 'OPTION_INVALID')),
    )
  })

  it('count a repeated word once with k1 0, and ignore length with b 0', () => {
    const [once, often] = bm25({ k1: 0 }).rank('launch', documentsOf(['launch', 'launch launch launch']))
    expect(once).toBe(often)
    const [short, long] = bm25({ b: 0 }).rank('launch', documentsOf(['launch', 'launch party beach june']))
    expect(short).toBe(long)
  })
})

describe('wrong arguments', () => {
  const documents = documentsOf(['launch'])
  it.each<[unknown, unknown]>([
    [null, documents],
    [undefined, documents],
    [['launch'], documents],
    ['launch', null],
    ['launch', 'launch'],
    ['launch', [null]],
    ['launch', [{ id: 'a' }]],
    ['launch', [{ id: 'a', text: 'launch', speaker: 5 }]],
  ])('of rank and explain are errors that name them: %j, %j', (query, given) => {
    const wrong = expect.objectContaining({
      code: 'OPTION_INVALID',
      details: expect.objectContaining({ option: typeof query === 'string' ? 'documents' : 'query' }),
    })
    const { rank, explain } = bm25({ conversation: true })
    expect(() => rank(query as string, given as [])).toThrow(wrong)
    expect(() => explain?.(query as string, given as [], 0)).toThrow(wrong)
  })

  it('of terms are errors, too', () => {
    expect(() => bm25().terms?.(null as never)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })
})

describe('terms', () => {
  it('returns the distinct stems that the ranker compares, without stop words', () => {
    expect([...(bm25().terms?.('The children went home, the Children') ?? []).keys()]).toEqual(['child', 'go', 'home'])
    expect([...(bm25(plain).terms?.('tea 北京 tea') ?? []).keys()]).toEqual(['tea', '北', '京', '北京'])
  })
})

describe('explain', () => {
  it('gives the share of each term, which add up to the score, greatest first', () => {
    fc.assert(
      fc.property(corpus, words, (texts, query) => {
        const ranker = bm25(plain)
        const documents = documentsOf(texts.map((text) => text.join(' ')))
        const scores = ranker.rank(query.join(' '), documents)
        for (const [index, text] of texts.entries()) {
          const terms = ranker.explain?.(query.join(' '), documents, index) ?? []
          close([terms.reduce((sum, { score }) => sum + score, 0)], [scores[index] as number])
          expect(new Set(terms.map(({ term }) => term))).toEqual(new Set(query.filter((one) => text.includes(one))))
          for (const [at, { score }] of terms.entries()) {
            expect(score).toBeLessThanOrEqual(terms[at - 1]?.score ?? Number.POSITIVE_INFINITY)
          }
        }
      }),
      { numRuns: 30 },
    )
  })
})
