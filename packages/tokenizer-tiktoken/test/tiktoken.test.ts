import { isLamellaError } from '@lamella/core'
import { encodings, tiktoken } from '@lamella/tokenizer-tiktoken'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { awkward, oracle } from './oracle.ts'

const text = fc.array(fc.constantFrom(...awkward), { maxLength: 60 }).map((parts) => parts.join(''))

describe.each(encodings)('%s', (encoding) => {
  it('gives the tokens that tiktoken gives', async () => {
    const tokenizer = await tiktoken(encoding)
    const expected = oracle(encoding === 'o200k_harmony' ? 'o200k_base' : encoding)
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 80 })), (sample) => {
        expect(Array.from(tokenizer.encode(sample))).toEqual(expected(sample))
        expect(tokenizer.count(sample)).toBe(expected(sample).length)
      }),
      { numRuns: 500 },
    )
  }, 60_000)

  it('decodes its tokens to the text, lone surrogates as U+FFFD', async () => {
    const tokenizer = await tiktoken(encoding)
    fc.assert(
      fc.property(text, (sample) => {
        expect(tokenizer.decode(tokenizer.encode(sample))).toBe(sample.replace(/\p{Cs}/gu, '\uFFFD'))
      }),
    )
  })
})

describe('tiktoken', () => {
  it('counts 0 for the empty text', async () => {
    expect((await tiktoken('gpt-4o')).count('')).toBe(0)
  })

  it('takes special tokens for text', async () => {
    const tokenizer = await tiktoken('gpt-4o')
    expect(tokenizer.count('<|endoftext|>')).toBe(7)
    expect(Array.from(tokenizer.encode('<|endoftext|>'))).not.toContain(199_999)
  })

  it('counts a lone surrogate as U+FFFD, in short texts and in long ones', async () => {
    const tokenizer = await tiktoken('gpt-4o')
    const run = 'a'.repeat(1000)
    expect(tokenizer.count('x\ud800y')).toBe(tokenizer.count('x\uFFFDy'))
    expect(tokenizer.count(`${run}\udc00y`)).toBe(tokenizer.count(`${run}\uFFFDy`))
  })

  it('is exact, and named after the encoding', async () => {
    expect(await tiktoken('gpt-4')).toMatchObject({ exact: true, name: 'tiktoken:cl100k_base' })
  })

  it('marks the counts of a fallback as inexact, in a flag and in the name', async () => {
    const tokenizer = await tiktoken('claude-sonnet', { fallback: 'o200k_base' })
    expect(tokenizer).toMatchObject({ exact: false, name: 'tiktoken:o200k_base (fallback for claude-sonnet)' })
    expect(tokenizer.count('Hello, world!')).toBe(4)
  })

  it('does not use the fallback for a model that it knows', async () => {
    expect(await tiktoken('gpt-4', { fallback: 'o200k_base' })).toMatchObject({ exact: true, encoding: 'cl100k_base' })
  })

  it('refuses a fallback that is no encoding', async () => {
    await expect(tiktoken('claude', { fallback: 'gpt-4o' as 'o200k_base' })).rejects.toSatisfy((error) =>
      isLamellaError(error, 'OPTION_INVALID'),
    )
  })

  it('refuses to decode what is no token, and goes on working', async () => {
    const tokenizer = await tiktoken('gpt-4o')
    for (const token of [-1, 1.5, 199_998, 999_999, Number.NaN]) {
      expect(() => tokenizer.decode([token])).toThrow(expect.objectContaining({ code: 'TOKEN_UNKNOWN' }))
    }
    expect(tokenizer.decode([199_999])).toBe('<|endoftext|>')
    expect(tokenizer.decode(tokenizer.encode('still here'))).toBe('still here')
  })

  it('keeps the shared encoder until the last tokenizer is freed', async () => {
    const [first, second] = await Promise.all([tiktoken('r50k_base'), tiktoken('davinci')])
    first.free()
    first.free()
    expect(second.count('still counting')).toBeGreaterThan(0)
    expect(() => first.count('x')).toThrow(expect.objectContaining({ code: 'TOKENIZER_FREED' }))
    second.free()
    expect((await tiktoken('r50k_base')).count('loaded again')).toBeGreaterThan(0)
  })
})
