import { createCountMemory, type Message, type Tokenizer } from '@lamella/core'
import { defaultFraming } from '@lamella/core/plugin'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { createTokenizer } from '@lamella/tokenizer-tiktoken'
import { describe, expect, it } from 'vitest'
import { mustBeExact, TokenEstimator } from '../../src/seed/token-estimator.ts'

const perCharacter: Tokenizer = { name: 'characters', exact: true, count: (text) => text.length }
const tool = { name: 'read_file', description: 'Reads a file.', inputSchema: { type: 'object', properties: {} } }

/** The first bytes of a PNG of that size, which is all that is read. */
function png(width: number, height: number): Uint8Array {
  const bytes = new Uint8Array(24)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
  new DataView(bytes.buffer).setUint32(16, width)
  new DataView(bytes.buffer).setUint32(20, height)
  return bytes
}

describe('TokenEstimator', () => {
  it('counts texts, messages and tools', async () => {
    const estimator = new TokenEstimator({ mode: 'simple' })
    // Estimate text
    expect(await estimator.estimateText('Hello, world!')).toBe(4)
    // Estimate message
    expect(await estimator.estimateMessage({ role: 'user', content: 'Hello' })).toBe(2)
    // Estimate tools
    expect(await estimator.estimateTools([tool])).toBeGreaterThan(10)
    expect(await estimator.estimateTools([])).toBe(0)
  })

  it('counts 2.5 characters per token in Russian, and 1.5 in Chinese, Japanese and Korean', async () => {
    const estimator = new TokenEstimator()
    expect(await estimator.estimateText('a'.repeat(400))).toBe(100)
    expect(await estimator.estimateText('п'.repeat(400))).toBe(160)
    for (const letter of ['漢', 'か', '한']) expect(await estimator.estimateText(letter.repeat(300))).toBe(200)
  })

  it('counts 85 to 255 tokens for an image, by its size', async () => {
    const estimator = new TokenEstimator()
    const image = (width: number, height: number) =>
      estimator.estimateImage({ type: 'image', image: png(width, height) })
    expect(await image(1, 1)).toBe(85)
    expect(await image(256, 512)).toBe(170)
    expect(await image(512, 512)).toBe(255)
    expect(await image(9_000, 9_000)).toBe(255)
    expect(await estimator.estimateImage({ type: 'image', image: new URL('https://example.com/a.png') })).toBe(255)
    expect(await estimator.estimateImage({ type: 'file', data: png(1, 1), mediaType: 'image/png' })).toBe(85)
  })

  it('counts the name, the input and 5 tokens for a call', async () => {
    const estimator = new TokenEstimator({ tokenizer: perCharacter })
    const record = { type: 'tool_call', toolCallId: 'a', toolName: 'read_file', input: { path: 'a.md' } } as const
    const expected = 'read_file'.length + '{"path":"a.md"}'.length + 5
    expect(await estimator.estimateMessage(record)).toBe(expected)
    const { toolCallId, toolName, input } = record
    const call: Message = { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] }
    expect(await estimator.estimateMessage(call)).toBe(expected)
    expect(await estimator.estimateMessages([call, { type: 'user', content: 'Hello' }, record])).toBe(2 * expected + 5)
  })

  it('counts exactly in the mode tiktoken', async () => {
    const text = 'Antidisestablishmentarianism <|endoftext|> \ud800'
    const exact = await createTokenizer('o200k_base')
    expect(await new TokenEstimator({ mode: 'tiktoken' }).estimateText(text)).toBe(exact.count(text))
    const estimator = new TokenEstimator({ mode: 'tiktoken' })
    expect(await Promise.all([estimator.estimateText('a'), estimator.estimateText('b')])).toEqual([1, 1])
  })

  it('counts with a custom tokenizer, framing and cache', async () => {
    const counts = createCountMemory()
    const counted: string[] = []
    const tokenizer = { ...perCharacter, count: (text: string) => counted.push(text) && text.length }
    const options = { tokenizer, framing: defaultFraming, counts }
    expect(await new TokenEstimator(options).estimateMessage({ role: 'user', content: 'Hello' })).toBe(9)
    expect(await new TokenEstimator(options).estimateMessages([{ role: 'user', content: 'Hello' }])).toBe(12)
    expect(counted).toEqual(['Hello'])
  })

  it('rejects options that are invalid or contradict each other', () => {
    const make = (options: unknown) => () => new TokenEstimator(options as never)
    expect(make({ mode: 'simple', tokenizer: perCharacter })).toThrow(
      /'mode' cannot be combined with 'tokenizer'.*OPTION_INVALID/,
    )
    expect(make({ mode: 'exact' })).toThrow(/OPTION_INVALID/)
    expect(make({ tokenizer: {} })).toThrow(/OPTION_INVALID/)
    expect(make({ mod: 'simple' })).toThrow(/Did you mean 'mode'/)
    expect(make(null)).toThrow(/OPTION_INVALID/)
  })

  it('rejects values that are neither text nor messages', async () => {
    const estimator = new TokenEstimator()
    await expect(estimator.estimateText(undefined as never)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    for (const wrong of [null, 'Hello', { role: 'robot', content: '' }, { type: 'note' }, { role: 'user' }]) {
      await expect(estimator.estimateMessage(wrong as never)).rejects.toMatchObject({ code: 'WIRE_DECODE' })
    }
  })
})

it('reports which package is missing and how to install it', () => {
  expect(() => mustBeExact(heuristic())).toThrow(
    expect.objectContaining({
      code: 'TOKENIZER_MISSING',
      details: { package: '@lamella/tokenizer-tiktoken' },
      fix: expect.stringContaining('npm install @lamella/tokenizer-tiktoken'),
    }),
  )
})
