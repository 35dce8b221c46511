import { type EncodingName, tiktoken } from '@lamella/tokenizer-tiktoken'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { awkward, oracle } from './oracle.ts'

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

/** Pieces of 200 to 2,000 characters, with awkward text before and after. */
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

const encodings: readonly EncodingName[] = ['o200k_base', 'cl100k_base', 'p50k_base']

describe('long pieces', () => {
  it.each(encodings)(
    'have the tokens that tiktoken gives, in %s',
    async (encoding) => {
      const tokenizer = await tiktoken(encoding)
      const expected = oracle(encoding)
      fc.assert(
        fc.property(long, (sample) => {
          expect(Array.from(tokenizer.encode(sample))).toEqual(expected(sample))
        }),
        { numRuns: 200 },
      )
    },
    60_000,
  )

  it('take time that grows with the text, not with its square', async () => {
    const tokenizer = await tiktoken('gpt-4o')
    const time = (text: string): number => {
      const start = performance.now()
      tokenizer.count(text)
      return performance.now() - start
    }
    for (const unit of ['a', '中', ' ', '=', '\n/']) {
      time(unit.repeat(10_000))
      // Quadratic would be 400 times; the bound leaves room for a busy machine.
      expect(time(unit.repeat(200_000))).toBeLessThan(100 * Math.max(1, time(unit.repeat(10_000))))
    }
  }, 60_000)

  it('count right at lengths that no other counter finishes', async () => {
    const tokenizer = await tiktoken('gpt-4o')
    // The longest token of 'a's has eight of them.
    expect(tokenizer.count('a'.repeat(800_000))).toBe(100_000)
    expect(tokenizer.count('中'.repeat(300_000))).toBe(300_000)
  }, 60_000)
})
