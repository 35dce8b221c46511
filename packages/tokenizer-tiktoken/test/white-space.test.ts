import { createTokenizer } from '@lamella/tokenizer-tiktoken'
import { describe, it } from 'vitest'
import { distinct, expectSame, oracle, thorough } from './oracle.ts'

/** Returns every sequence of `kinds` up to a length. */
function sequences(kinds: readonly string[], length: number): readonly string[] {
  let last = ['']
  const result: string[] = []
  for (let i = 0; i < length; i++) {
    last = last.flatMap((before) => kinds.map((kind) => before + kind))
    result.push(...last)
  }
  return result
}

const spaces = sequences([' ', '\n', '\r', '\t', '\u3000'], thorough ? 6 : 4)
const neighbours = ['', 'a', 'É', '7', '.', '中', "'s"]

describe.each(distinct)('%s', (encoding) => {
  it('encodes all white space between all kinds of neighbours to the same tokens as tiktoken', async () => {
    const tokenizer = await createTokenizer(encoding)
    const expected = oracle(encoding)
    for (const before of neighbours) {
      for (const after of neighbours) {
        // The end of a text affects white space: one text each if nothing follows, otherwise many in one text.
        const step = after === '' ? 1 : 64
        for (let i = 0; i < spaces.length; i += step) {
          const text = spaces
            .slice(i, i + step)
            .map((space) => before + space + after)
            .join('')
          expectSame(text, tokenizer.encode(text), expected(text))
        }
      }
    }
  })

  it('encodes contractions in every case, and lookalikes, to the same tokens as tiktoken', async () => {
    const tokenizer = await createTokenizer(encoding)
    const expected = oracle(encoding)
    const letters = [
      's',
      'S',
      'ſ',
      't',
      'T',
      'r',
      'R',
      'e',
      'E',
      'v',
      'V',
      'm',
      'M',
      'l',
      'L',
      'd',
      'D',
      'x',
      'É',
      '中',
      '1',
      ' ',
    ]
    for (const before of ['', 'a', 'A', ' we', '中', '\u0301', '7', '.', "'", '\n']) {
      for (const quote of ["'", '’', "''"]) {
        for (const one of letters) {
          for (const two of ['', ...letters]) {
            for (const after of ['', 'a', "'s"]) {
              const text = before + quote + one + two + after
              expectSame(text, tokenizer.encode(text), expected(text))
            }
          }
        }
      }
    }
  })
})
