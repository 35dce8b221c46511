import type { AnalyzeOptions } from '@lamella/ranker-bm25'
import { english, french, german, russian } from '@lamella/ranker-bm25/languages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { createAnalyzer } from '../../src/analysis/analyzer.ts'
import { collect, termsOf } from './support.ts'

const plain: AnalyzeOptions = { language: 'none' }

/** Pieces to combine in all ways: letters, marks, joiners, lone surrogates, scripts, emoji, separators, stop words. */
const pieces = [
  ...[
    'a',
    'B',
    'e\u0301',
    '\u0301',
    'ß',
    'İ',
    'Σ',
    'ﬁ',
    'ﷺ',
    '½',
    '①',
    '7',
    '3.1',
    '1,000',
    '.',
    ',',
    '_',
    "'",
    '’',
    '-',
    ' ',
  ],
  ...[
    '\n',
    '\u200b',
    '\u200d',
    '\ufe0f',
    '\u00ad',
    '\ud800',
    '\udc00',
    '😀',
    '👍🏽',
    '🇩',
    '𝒜',
    '𠀀',
    '模',
    'か',
    '\u3099',
    'ｶ',
  ],
  ...[
    'ﾞ',
    '한',
    '\u1112',
    '\u1161',
    '\u11ab',
    'น',
    'ำ',
    '้',
    'က',
    'ж',
    'й',
    'ё',
    'ا',
    'ً',
    'क',
    '्',
    '㏡',
    '™',
    '\0',
    '__proto__',
  ],
  ...['the ', 'who ', "don't ", 'went ', 'Names', 'userName', 'running', 'und ', 'die ', "l'", 'и '],
]
const text = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: codePoint, maxLength: 60 }),
)
const options = fc.constantFrom<AnalyzeOptions>(
  {},
  plain,
  { stem: false, stopWords: false },
  { languages: [english, german, french, russian] },
)

describe('the terms of any text', () => {
  it('are well-formed: not empty, in lower case, without white space', () => {
    fc.assert(
      fc.property(text, options, (input, given) => {
        for (const term of termsOf(input, given)) {
          expect(term).toMatch(/^[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}][^\s\p{Cs}]*$/u)
          expect(term.length).toBeLessThanOrEqual(256)
        }
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 350) },
    )
  })

  it('are those of its parts, in order, if split at white space', () => {
    const kept = { stopWords: false }
    fc.assert(
      fc.property(text, text, fc.constantFrom(' ', '\n', '  ', '\u3000'), (one, other, space) => {
        expect(termsOf(one + space + other, kept)).toEqual([...termsOf(one, kept), ...termsOf(other, kept)])
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 350) },
    )
  })

  it('are the same for its composed and its decomposed form', () => {
    fc.assert(
      fc.property(text, options, (input, given) => {
        expect(termsOf(input.normalize('NFD'), given)).toEqual(termsOf(input.normalize('NFC'), given))
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 350) },
    )
  })

  it('do not depend on other analyzers of the language', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        const alone = createAnalyzer({ languages: [{ ...english }] })
        const shared = createAnalyzer()
        for (const input of texts) expect(collect(shared, input)).toEqual(collect(alone, input))
      }),
      { numRuns: 300 },
    )
  })

  it('do not depend on earlier analysis, nor on repetition', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), options, (texts, given) => {
        const analyze = createAnalyzer(given)
        const first = texts.map((input) => collect(createAnalyzer(given), input))
        for (const [i, input] of [...texts, ...texts].entries()) {
          expect(collect(analyze, input)).toEqual(first[i % texts.length])
        }
      }),
      { numRuns: 150 },
    )
  })

  it('are the same when returned as numbers', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), options, (texts, given) => {
        const names: string[] = []
        const numbered = createAnalyzer(given).numbered((term) => {
          const known = names.indexOf(term)
          return known < 0 ? names.push(term) - 1 : known
        })
        for (const input of texts) {
          const terms: string[] = []
          numbered(input, (number) => terms.push(names[number] as string))
          expect(terms).toEqual(termsOf(input, given))
        }
      }),
      { numRuns: 150 },
    )
  })

  it('are unchanged when analyzed again, unless they contain compounds', () => {
    fc.assert(
      fc.property(text, (input) => {
        const terms = termsOf(input, plain).filter((term) => !/[_.]/.test(term))
        for (const term of terms) expect(termsOf(term, plain).at(-1)).toBe(term)
      }),
      { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 350) },
    )
  })

  it('are correct even if one text is analyzed during the analysis of another', () => {
    const analyze = createAnalyzer()
    const outer: string[] = []
    const inner: string[] = []
    analyze('one who', (term) => {
      outer.push(term)
      analyze('who', (other) => inner.push(other))
    })
    expect([outer, inner]).toEqual([['one'], ['who']])
  })
})

describe('a huge text', () => {
  const size = 1_000_000
  it.each([
    ['one letter', 'a', 3907],
    ['white space', ' ', 0],
    ['emoji', '😀', 500_000],
    ['marks', '\u0301', 0],
    ['marks after a letter of no spaces', 'か\u0301', 999_999],
    ['half pairs', '\ud800', 0],
    ['underscores', '_', 0],
    ['letters and underscores', 'a_', 15_152],
    ['apostrophes', "'", 0],
    ['Chinese', '模', 1_999_999],
    ['stop words', 'the ', 250_000],
  ])('of %s has the right number of terms, none of them longer than 256', (_, piece, count) => {
    let found = 0
    let longest = 0
    createAnalyzer()(piece.repeat(size / piece.length), (term) => {
      found++
      longest = Math.max(longest, term.length)
    })
    expect(found).toBe(count)
    expect(longest).toBeLessThanOrEqual(256)
  })

  it('has each word stemmed once', () => {
    const stemmed: string[] = []
    const stem = (word: string): string => {
      stemmed.push(word)
      return word
    }
    createAnalyzer({ stem })('some words of many, many words; '.repeat(10_000), () => {})
    expect(stemmed.sort()).toEqual(['many', 'words'])
  })

  it('passes at most three times its length to the stemmer', () => {
    let steps = 0
    const stem = (word: string): string => {
      steps += word.length
      return word
    }
    const input = Array.from({ length: 20_000 }, (_, i) => `word${i}_of'aB${'x'.repeat(i % 300)}`).join(' ')
    createAnalyzer({ stem })(input, () => {})
    expect(steps).toBeLessThan(3 * input.length)
  })
})
