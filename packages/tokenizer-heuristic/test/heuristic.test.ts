import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isLamellaError } from '@lamella/core'
import { featureNames, features, type HeuristicOptions, heuristic } from '@lamella/tokenizer-heuristic'
import fc from 'fast-check'
import { Tiktoken } from 'tiktoken/lite'
import { describe, expect, it } from 'vitest'

const table = createRequire(import.meta.url)('tiktoken/encoders/o200k_base') as {
  readonly pat_str: string
  readonly special_tokens: Record<string, number>
  readonly bpe_ranks: string
}
const tiktoken = new Tiktoken(table.bpe_ranks, table.special_tokens, table.pat_str)
const exact = (text: string): number => tiktoken.encode_ordinary(text).length

const folder = new URL('fixtures/', import.meta.url)
const fixtures = readdirSync(folder).map(
  (file) => [file.replace('.txt', ''), readFileSync(new URL(file, folder), 'utf8')] as const,
)
/** Any UTF-16 there is, lone surrogates included. */
const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.nat(0xffff), { maxLength: 100 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom('a', 'Z', '1', ' ', '\n', '\t', '_', '=', 'é', 'я', '中', '한', 'の', '😀', '\u200d', '\u0301'),
    )
    .map((parts) => parts.join('')),
)

describe('heuristic', () => {
  it.each(fixtures)('is within a fifth of the true count for %s', (_, text) => {
    const count = heuristic().count(text)
    expect(Math.abs(count - exact(text)) / exact(text)).toBeLessThan(0.2)
  })

  it.each(fixtures)('has an upper bound that holds for each paragraph of %s', (_, text) => {
    for (const paragraph of text.split('\n\n')) {
      expect(heuristic({ mode: 'upper' }).count(paragraph)).toBeGreaterThanOrEqual(exact(paragraph))
    }
  })

  it('is within a twelfth of the true count over all kinds together', () => {
    const errors = fixtures.map(([, text]) => Math.abs(heuristic().count(text) - exact(text)) / exact(text))
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(1 / 12)
  })

  it('gives a whole number for any text, at least 1 unless it is empty', () => {
    const [expected, upper] = [heuristic(), heuristic({ mode: 'upper' })]
    expect([expected.count(''), upper.count('')]).toEqual([0, 0])
    fc.assert(
      fc.property(anything, (text) => {
        for (const count of [expected.count(text), upper.count(text)]) {
          expect(Number.isSafeInteger(count)).toBe(true)
          expect(count).toBeGreaterThanOrEqual(text === '' ? 0 : 1)
        }
      }),
      { numRuns: 1000 },
    )
  }, 60_000)

  it('expects no more than the upper bound', () => {
    const [expected, upper] = [heuristic(), heuristic({ mode: 'upper' })]
    fc.assert(
      fc.property(anything, (text) => {
        expect(expected.count(text)).toBeLessThanOrEqual(upper.count(text))
      }),
    )
  })

  it('does not depend on what was counted before', () => {
    const used = heuristic()
    fc.assert(
      fc.property(anything, anything, (first, second) => {
        used.count(first)
        expect(used.count(second)).toBe(heuristic().count(second))
      }),
    )
  })

  it('looks at each character a bounded number of times', () => {
    const time = (text: string): number => {
      const start = performance.now()
      heuristic().count(text)
      return performance.now() - start
    }
    for (const unit of ['a', 'a1', 'aB', '中', '=', ' ', '\u0301', 'a1é', '😀']) {
      time(unit.repeat(20_000))
      // Quadratic would be 400 times; the bound leaves room for a busy machine.
      expect(time(unit.repeat(400_000))).toBeLessThan(100 * Math.max(1, time(unit.repeat(20_000))))
    }
  }, 60_000)

  it('has a name for each mode, since counts of one name are remembered together', () => {
    expect(heuristic()).toMatchObject({ name: 'heuristic', exact: false })
    expect(heuristic({ mode: 'upper' })).toMatchObject({ name: 'heuristic:upper', exact: false })
  })

  it.each([{ mode: 'lower' }, { mode: 'toString' }, { Mode: 'upper' }])('refuses the options %j', (options) => {
    expect(() => heuristic(options as HeuristicOptions)).toThrow(
      expect.toSatisfy((error) => isLamellaError(error, 'OPTION_INVALID')),
    )
  })
})

describe('features', () => {
  it.each([
    ['Hello, world!', { word5: 2, symbol1: 2 }],
    ['getUserName(x)', { word3: 1, part4: 2, part1: 1, symbolBeforeWord: 1, symbol1: 1 }],
    ['in 2024', { word2: 1, spaceBeforeDigit: 1, digits: 2 }],
    ['a\n\n    b\n', { word1: 2, newlines: 2, indent: 1 }],
    ['HTTP', { caps: 1, capsRest: 2 }],
    ['größer als', { latin: 1, latinChars: 6, latinAccents: 2, foreign: 1, foreignChars: 3 }],
    [
      'слово 中文字 かな カナ 한국어',
      { cyrillicChars: 5, hanChars: 3, hiraganaChars: 2, katakanaChars: 2, hangulChars: 3 },
    ],
    ['👩‍💻 ✅', { pictures: 3, joiners: 1 }],
    ['d41d8cd98f00b204e9800998ecf8427e', { hex: 32 }],
    ['----------', { repeated: 1, repeatedRest: 6 }],
  ])('of %j are %j', (text, expected) => {
    const found = Object.entries(features(text)).filter(([name, value]) => value !== 0 && name in expected)
    expect(Object.fromEntries(found)).toEqual(expected)
  })

  it('are all there, zeros included', () => {
    expect(Object.keys(features(''))).toEqual([...featureNames])
    expect(Object.values(features('')).every((value) => value === 0)).toBe(true)
  })
})
