import { createTokenizer } from '@lamella/tokenizer-tiktoken'
import { describe, it } from 'vitest'
import { distinct, expectSame, oracle, thorough } from './oracle.ts'

/**
 * Ranges with characters of all kinds; the others, nearly all of them Han or unassigned, are tested only if every case
 * is requested.
 */
const assigned: readonly (readonly [from: number, to: number])[] = [
  [0, 0x1ffff],
  [0x2a400, 0x2abff],
  [0xe0000, 0xe03ff],
]
const all: readonly (readonly [from: number, to: number])[] = [[0, 0x10ffff]]

const contexts: readonly (readonly [name: string, around: (character: string) => string])[] = [
  ['alone', (character) => `${character}\n`],
  ['after a letter', (character) => `x${character}\n`],
  ['before a letter', (character) => `1${character}x\n`],
]

/** Tests each block of characters alone and, unless every case is requested, either after or before a letter. */
const skips = (context: string, start: number): boolean =>
  context === ((start / 1024) % 2 === 0 ? 'after a letter' : 'before a letter')

/** Includes only one of the two that split like GPT-2, unless every case is requested. */
const encodings = distinct.filter((encoding) => thorough || encoding !== 'p50k_base')

describe.each(encodings)('%s', (encoding) => {
  it.each(contexts)('encodes every character %s to the same tokens as tiktoken', async (name, around) => {
    const tokenizer = await createTokenizer(encoding)
    const expected = oracle(encoding)
    for (const [from, to] of thorough ? all : assigned) {
      for (let start = from; start <= to; start += 1024) {
        if (!thorough && skips(name, start)) continue
        const points = Array.from({ length: 1024 }, (_, i) => start + i).filter(
          (point) => point < 0xd800 || point > 0xdfff,
        )
        const text = points.map((point) => around(String.fromCodePoint(point))).join('')
        expectSame(text, tokenizer.encode(text), expected(text))
      }
    }
  })
})
