import { readdirSync, readFileSync } from 'node:fs'
import { isLamellaError } from '@lamella/core'
import { type Feature, features, type HeuristicOptions, heuristic } from '@lamella/tokenizer-heuristic'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../testkit/src/samples/code-point.ts'
import { exactCounter } from '../scripts/tools.mjs'
import { featureNames } from '../src/features.ts'

const encodings = ['o200k_base', 'cl100k_base'] as const
const exact = { o200k_base: exactCounter('o200k_base'), cl100k_base: exactCounter('cl100k_base') }

const folder = new URL('fixtures/', import.meta.url)
const fixtures = readdirSync(folder).map(
  (file) => [file.replace('.txt', ''), readFileSync(new URL(file, folder), 'utf8')] as const,
)
/** Any UTF-16 string, including lone surrogates. */
const anything = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 200 }),
  fc.array(fc.nat(0xffff), { maxLength: 100 }).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom('a', 'Z', '1', ' ', '\n', '\t', '_', '=', 'é', 'я', '中', '한', 'の', '😀', '\u200d', '\u0301'),
    )
    .map((parts) => parts.join('')),
)

describe('heuristic', () => {
  it.each(encodings)(
    'is within a tenth of the true count for long texts and a sixth for short ones, in %s',
    (encoding) => {
      const off = fixtures.map(([name, text]) => {
        const tokens = exact[encoding](text)
        const error = Math.abs(heuristic({ encoding }).count(text) - tokens) / tokens
        return [name, error < (text.length > 800 ? 0.1 : 1 / 6)]
      })
      expect(off).toEqual(fixtures.map(([name]) => [name, true]))
    },
  )

  it.each(encodings)(
    'has an upper bound that holds for 49 of 50 paragraphs, including short ones, in %s',
    (encoding) => {
      const upper = heuristic({ mode: 'upper', encoding })
      const paragraphs = fixtures.flatMap(([, text]) => text.split('\n\n')).filter(Boolean)
      expect(paragraphs.length).toBeGreaterThan(40)
      const passed = paragraphs.filter((text) => upper.count(text) < exact[encoding](text))
      expect(passed.length).toBeLessThanOrEqual(paragraphs.length / 50)
    },
  )

  it('returns a whole number for any text, at least 1 unless the text is empty', () => {
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
  })

  it.each(encodings)('never expects more than the upper bound, in %s', (encoding) => {
    const [expected, upper] = [heuristic({ encoding }), heuristic({ encoding, mode: 'upper' })]
    fc.assert(
      fc.property(anything, (text) => {
        expect(expected.count(text)).toBeLessThanOrEqual(upper.count(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('does not depend on what it counted before', () => {
    const used = heuristic()
    fc.assert(
      fc.property(anything, anything, (first, second) => {
        used.count(first)
        expect(used.count(second)).toBe(heuristic().count(second))
      }),
    )
  })

  it.each([
    ...['a', 'a1', 'aB', 'aaaaaaaaaaa1', 'Aa1é', '中', '=', ' ', '\n', '\u0301', 'a1é', '😀', '\ud800', 'Я', '\u200d'],
    ...['𠀀', 'e\u0301', '👩🏽\u200d🔬', 'א', '-=', '1', 'A'],
  ])('counts a million characters of %j as one text about the same as in fifty parts', (unit) => {
    const { count } = heuristic()
    const part = unit.repeat(Math.ceil(20_000 / unit.length))
    const [whole, parts] = [count(part.repeat(50)), 50 * count(part)]
    expect(whole).toBeGreaterThan(0)
    expect(Math.abs(whole - parts)).toBeLessThanOrEqual(0.01 * parts + 100)
  })

  it('has a different name for each table, since counts are cached by name', () => {
    const names = encodings.flatMap((encoding) => [
      heuristic({ encoding }).name,
      heuristic({ encoding, mode: 'upper' }).name,
    ])
    expect(names).toEqual(['heuristic', 'heuristic:upper', 'heuristic:cl100k_base', 'heuristic:cl100k_base:upper'])
    expect([heuristic().exact, heuristic({ mode: 'upper' }).exact]).toEqual([false, false])
  })

  it.each([{ mode: 'lower' }, { mode: 'toString' }, { Mode: 'upper' }, { encoding: 'p50k' }])(
    'rejects the options %j',
    (options) => {
      expect(() => heuristic(options as HeuristicOptions)).toThrow(
        expect.toSatisfy((error) => isLamellaError(error, 'OPTION_INVALID')),
      )
    },
  )
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
    ['Roma parla', { word4: 1, word5: 1, capital: 1, vowelEnd: 2 }],
    ['łódź', { latin: 1, latinChars: 4, latinAccents: 3, latinFar: 2 }],
    ['Київ', { cyrillic: 1, cyrillicChars: 4, cyrillicCapital: 1, cyrillicOther: 1, cyrillic4: 1 }],
    ['HTTPServer', { word10: 1, capital: 1 }],
    ['x9GVsbG8gd29ybGQhIQ09', { base64: 21 }],
    ['𠀀𠀁', { rare: 1, rareChars: 3 }],
    ['🇫🇷', { pictures: 2 }],
    ['👋🏽', { pictures: 2 }],
    ['\ud83d', { pictures: 1 }],
    ['\udc00', { rare: 1, rareChars: 1 }],
  ] as readonly (readonly [string, Partial<Record<Feature, number>>])[])('of %j include %j', (text, expected) => {
    expect(features(text)).toMatchObject(expected)
  })

  it('returns whole numbers of 0 or more for any text, with no more characters than the text has', () => {
    const characters = featureNames.filter((name) => /Chars$|^base64$|^hex$|^pictures$/.test(name))
    fc.assert(
      fc.property(anything, (text) => {
        const found = features(text)
        expect(Object.values(found).every((value) => Number.isInteger(value) && value >= 0)).toBe(true)
        expect(characters.reduce((sum, name) => sum + found[name], 0)).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 2000 },
    )
  })

  it('returns every feature, including zeros', () => {
    expect(Object.keys(features(''))).toEqual([...featureNames])
    expect(Object.values(features('')).every((value) => value === 0)).toBe(true)
  })
})
