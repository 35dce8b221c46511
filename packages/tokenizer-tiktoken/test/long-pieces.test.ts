import { createTokenizer } from '@lamella/tokenizer-tiktoken'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { awkward, cases, distinct, expectSame, oracle, randomNumbers, thorough } from './oracle.ts'

const units = [
  'a',
  'A',
  'ab',
  'aB',
  '中',
  '中文',
  'é',
  '\u0301',
  '7',
  ' ',
  '\n',
  ' \n',
  '/',
  '\n/',
  '=',
  '=-',
  '😀',
  'ſ',
]

/** Generates pieces of 200 to 2,000 characters, with awkward text before and after. */
const long = fc
  .tuple(
    fc.array(fc.constantFrom(...awkward), { maxLength: 12 }),
    fc.oneof(
      fc.tuple(fc.constantFrom(...units), fc.integer({ min: 200, max: 1000 })).map(([unit, n]) => unit.repeat(n)),
      fc.array(fc.constantFrom(...'abcdefgh'), { minLength: 200, maxLength: 2000 }).map((letters) => letters.join('')),
      fc
        .array(fc.integer({ min: 0x4e00, max: 0x9fff }), { minLength: 200, maxLength: 700 })
        .map((codes) => String.fromCharCode(...codes)),
    ),
    fc.array(fc.constantFrom(...awkward), { maxLength: 12 }),
  )
  .map(([before, run, after]) => before.join('') + run + after.join(''))

const length = thorough ? 100_000 : 25_000

describe('long pieces', () => {
  it.each(distinct)('have the same tokens as in tiktoken, in %s', async (encoding) => {
    const tokenizer = await createTokenizer(encoding)
    const expected = oracle(encoding)
    fc.assert(
      fc.property(long, (sample) => {
        expectSame(sample, tokenizer.encode(sample), expected(sample))
      }),
      { numRuns: Math.min(cases(30), 10_000) },
    )
  })

  it('are counted correctly at lengths at which other counters do not finish', async () => {
    const tokenizer = await createTokenizer('gpt-4o')
    // The longest token of 'a's has eight of them.
    expect(tokenizer.count('a'.repeat(800_000))).toBe(100_000)
    expect(tokenizer.count('中'.repeat(300_000))).toBe(300_000)
  })

  it.each(distinct)(`survive encoding and decoding at ${length} arbitrary characters, in %s`, async (encoding) => {
    const tokenizer = await createTokenizer(encoding)
    const random = randomNumbers(1)
    const pick = (least: number, kinds: number): string =>
      Array.from({ length }, () => String.fromCharCode(least + random(kinds))).join('')
    const base64 = btoa(pick(0, 256)).slice(0, length)
    const hostile = [
      'a',
      'A',
      '中',
      'é',
      ' ',
      '\n',
      ' \n',
      '=',
      '\n/',
      '7',
      '😀',
      '\u0301',
      '\ud800',
      "'",
      'aB',
      'a\u0301',
    ]
      .map((unit) => unit.repeat(length / unit.length))
      .concat(pick(0x4e00, 0x5200), pick(0x61, 26), pick(0x430, 32), pick(0xac00, 0x2ba4), base64, pick(0, 0x10000))
    for (const text of hostile) {
      const tokens = tokenizer.encode(text)
      expect(tokenizer.decode(tokens), text.slice(0, 8)).toBe(text.replace(/\p{Surrogate}/gu, '\ufffd'))
      expect(tokenizer.count(text), text.slice(0, 8)).toBe(tokens.length)
    }
  })
})
