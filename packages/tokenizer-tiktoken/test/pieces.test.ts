import { createTokenizer } from '@lamella/tokenizer-tiktoken'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../testkit/src/samples/code-point.ts'
import { awkward, cases, distinct, expectSame, oracle, randomNumbers, usual } from './oracle.ts'

describe.each(distinct)('%s', (encoding) => {
  it('encodes generated texts to the same tokens as tiktoken', async () => {
    const tokenizer = await createTokenizer(encoding)
    const expected = oracle(encoding)
    const random = randomNumbers(encoding.length)
    const letters = 'etaoinshrdlucmfwypvbgkjqxzETAOINSHR'
    const part = (): string => {
      switch (random(6)) {
        case 0:
          return awkward[random(awkward.length)] as string
        case 1:
          return String.fromCodePoint(0x4e00 + random(0x5200))
        case 2:
          return Array.from({ length: 1 + random(9) }, () => letters[random(letters.length)]).join('')
        case 3:
          return String.fromCodePoint(random(random(4) === 0 ? 0xd800 : 0x600))
        default:
          return usual[random(usual.length)] as string
      }
    }
    for (let i = cases(2_000); i > 0; i--) {
      const text = Array.from({ length: 1 + random(7) }, part).join('')
      const tokens = expected(text)
      expectSame(text, tokenizer.encode(text), tokens)
      if (tokenizer.count(text) !== tokens.length) expect(tokenizer.count(text)).toBe(tokens.length)
    }
  })

  it('encodes any string to the same tokens as tiktoken', async () => {
    const tokenizer = await createTokenizer(encoding)
    const expected = oracle(encoding)
    const text = fc.oneof(
      fc.string({ unit: codePoint, maxLength: 80 }),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
    )
    fc.assert(
      fc.property(text, (sample) => {
        expectSame(sample, tokenizer.encode(sample), expected(sample))
      }),
      { numRuns: 500 },
    )
  })
})

describe('the piece cache', () => {
  it('stays correct when it overflows', async () => {
    const tokenizer = await createTokenizer('r50k_base')
    const expected = oracle('r50k_base')
    const random = randomNumbers(7)
    // Far more pieces than fit into a generation, each counted twice, some again after many others.
    const words = Array.from(
      { length: 100_000 },
      (_, i) => ` ${i.toString(26).replace(/\d/g, 'q')}${random(1e9).toString(36)}`,
    )
    for (let from = 0; from < words.length; from += 500) {
      const text = [...words.slice(from, from + 500), ...words.slice(0, 200)].join('')
      const tokens = expected(text)
      expectSame(text, tokenizer.encode(text), tokens)
      expect(tokenizer.count(text)).toBe(tokens.length)
    }
  })
})
