import { isLamellaError } from '@lamella/core'
import { createTokenizer, tiktoken } from '@lamella/tokenizer-tiktoken'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodings } from '../src/encodings.ts'
import { awkward, expectSame, oracle, ranksOf } from './oracle.ts'

const text = fc.array(fc.constantFrom(...awkward), { maxLength: 60 }).map((parts) => parts.join(''))

describe.each(encodings)('%s', (encoding) => {
  it('encodes to the same tokens as tiktoken', async () => {
    const tokenizer = await createTokenizer(encoding)
    const expected = oracle(encoding)
    fc.assert(
      fc.property(text, (sample) => {
        expectSame(sample, tokenizer.encode(sample), expected(sample))
        expect(tokenizer.count(sample)).toBe(expected(sample).length)
      }),
      { numRuns: 300 },
    )
  })

  it('decodes its tokens to the text, with lone surrogates as U+FFFD', async () => {
    const tokenizer = await createTokenizer(encoding)
    fc.assert(
      fc.property(text, (sample) => {
        expect(tokenizer.decode(tokenizer.encode(sample))).toBe(sample.replace(/\p{Cs}/gu, '\uFFFD'))
      }),
    )
  })

  it("decodes tiktoken's special tokens", async () => {
    const tokenizer = await createTokenizer(encoding)
    for (const [token, id] of Object.entries(ranksOf(encoding).special_tokens))
      expect(tokenizer.decode([id])).toBe(token)
  })
})

describe('createTokenizer', () => {
  it('counts 0 for an empty text', async () => {
    expect((await createTokenizer('gpt-4o')).count('')).toBe(0)
  })

  it('treats special tokens as text', async () => {
    const tokenizer = await createTokenizer('gpt-4o')
    expect(tokenizer.count('<|endoftext|>')).toBe(7)
    expect(Array.from(tokenizer.encode('<|endoftext|>'))).not.toContain(199_999)
  })

  it('counts a lone surrogate as U+FFFD, in short and long texts', async () => {
    const tokenizer = await createTokenizer('gpt-4o')
    const run = 'a'.repeat(1000)
    expect(tokenizer.count('x\ud800y')).toBe(tokenizer.count('x\uFFFDy'))
    expect(tokenizer.count(`${run}\udc00y`)).toBe(tokenizer.count(`${run}\uFFFDy`))
  })

  it('returns an exact tokenizer named after the encoding', async () => {
    expect(await createTokenizer('gpt-4')).toMatchObject({ exact: true, name: 'tiktoken:cl100k_base' })
  })

  it('marks the counts of a fallback as inexact, in a flag and in the name', async () => {
    const tokenizer = await createTokenizer('claude-sonnet', { fallback: 'o200k_base' })
    expect(tokenizer).toMatchObject({ exact: false, name: 'tiktoken:o200k_base (fallback for claude-sonnet)' })
    expect(tokenizer.count('Hello, world!')).toBe(4)
  })

  it('ignores the fallback for a known model', async () => {
    expect(await createTokenizer('gpt-4', { fallback: 'o200k_base' })).toMatchObject({
      exact: true,
      encoding: 'cl100k_base',
    })
  })

  it('rejects a fallback that is not an encoding', async () => {
    await expect(createTokenizer('claude', { fallback: 'gpt-4o' as 'o200k_base' })).rejects.toSatisfy((error) =>
      isLamellaError(error, 'OPTION_INVALID'),
    )
  })

  it('rejects an unknown token in decode and keeps working', async () => {
    const tokenizer = await createTokenizer('gpt-4o')
    for (const token of [-1, 1.5, 199_998, 999_999, Number.NaN]) {
      expect(() => tokenizer.decode([token])).toThrow(expect.objectContaining({ code: 'TOKEN_UNKNOWN' }))
    }
    expect(tokenizer.decode([199_999])).toBe('<|endoftext|>')
    expect(tokenizer.decode(tokenizer.encode('still here'))).toBe('still here')
  })

  it('keeps the shared encoder until the last tokenizer is freed', async () => {
    const [first, second] = await Promise.all([createTokenizer('r50k_base'), createTokenizer('davinci')])
    first.free()
    first.free()
    expect(second.count('still counting')).toBeGreaterThan(0)
    expect(() => first.count('x')).toThrow(expect.objectContaining({ code: 'TOKENIZER_FREED' }))
    second.free()
    expect((await createTokenizer('r50k_base')).count('loaded again')).toBeGreaterThan(0)
  })

  it('is also exported as tiktoken', () => {
    expect(tiktoken).toBe(createTokenizer)
  })

  it('decodes the tokens that models with the harmony format produce', async () => {
    const tokenizer = await createTokenizer('gpt-oss-20b')
    const written = [200_006, ...tokenizer.encode('assistant'), 200_008, ...tokenizer.encode('Hi'), 200_002]
    expect(tokenizer.decode(written)).toBe('<|start|>assistant<|message|>Hi<|return|>')
    expect(tokenizer.decode([201_087])).toBe('<|reserved_201087|>')
    expect(() => tokenizer.decode([201_088])).toThrow(expect.objectContaining({ code: 'TOKEN_UNKNOWN' }))
  })

  it('returns arrays that later calls do not change', async () => {
    const tokenizer = await createTokenizer('gpt-4o')
    const first = tokenizer.encode('one two three')
    const before = Array.from(first)
    tokenizer.encode('something else entirely')
    expect(Array.from(first)).toEqual(before)
  })

  it('rejects an unknown option', async () => {
    await expect(createTokenizer('gpt-4o', { falback: 'o200k_base' } as object)).rejects.toThrow(
      /Did you mean 'fallback'/,
    )
  })
})
