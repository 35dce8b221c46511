import { isLamellaError } from '@lamella/core'
import { type SimpleOptions, simple } from '@lamella/tokenizer-heuristic'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('simple', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['abcdefgh', 2],
    ['abcdefghi', 3],
    ['Добро', 2],
    ['我们要', 2],
    ['かなカ', 2],
    ['한국어', 2],
    ['𠀀𠀀𠀀', 2],
    ['😀😀😀😀', 1],
    // 4 / 4 + 5 / 2.5 + 3 / 1.5
    ['abcdДобро我们要', 5],
  ])('counts %j as %i', (text, tokens) => {
    expect(simple().count(text)).toBe(tokens)
  })

  it('accepts other weights, which become part of its name', () => {
    const tokenizer = simple({ other: 3, cjk: 1 })
    expect(tokenizer.count('abcdef中文')).toBe(4)
    expect(tokenizer).toMatchObject({ name: 'simple:3/2.5/1', exact: false })
    expect(simple()).toMatchObject({ name: 'simple', exact: false })
  })

  it('counts Latin text by its length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        expect(simple().count(text)).toBe(Math.ceil(text.length / 4))
      }),
    )
  })

  it.each([{ other: 0 }, { cjk: -1 }, { cyrillic: Number.NaN }, { otter: 4 }])('rejects the options %j', (options) => {
    expect(() => simple(options as SimpleOptions)).toThrow(
      expect.toSatisfy((error) => isLamellaError(error, 'OPTION_INVALID')),
    )
  })
})
