import { createEstimator, type Message, type Tokenizer } from '@lamella/core'
import { createCounter, defaultFraming } from '@lamella/core/plugin'
import { describe, expect, it } from 'vitest'
import { charTokenizer, framing } from '../support/char-tokenizer.ts'
import { fakeSchema } from '../support/standard-schema.ts'

describe('createCounter', () => {
  const counter = createCounter(charTokenizer, framing)

  it('counts text, parts and framing of every kind of message', () => {
    const cases: readonly (readonly [Message, number])[] = [
      [{ role: 'user', content: 'abc' }, 2 + 3],
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'ab' },
            { type: 'image', image: 'x' },
          ],
        },
        2 + 2 + 11,
      ],
      [
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'hm' },
            { type: 'text', text: 'a' },
          ],
        },
        2 + 3,
      ],
      [
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'i', toolName: 'look', input: { a: 1 } }] },
        2 + 5 + 4 + '{"a":1}'.length,
      ],
    ]
    for (const [message, tokens] of cases) expect(counter.message(message)).toBe(tokens)
  })

  it('counts each result of a tool message as a message, whatever its output is', () => {
    const result = (output: unknown): unknown => ({ type: 'tool-result', toolCallId: 'i', toolName: 'look', output })
    const outputs = [
      [{ type: 'text', value: 'ab' }, 2],
      [{ type: 'json', value: { a: 1 } }, 7],
      [{ type: 'error-text', value: 'no' }, 2],
      [{ type: 'error-json', value: [1] }, 3],
      [
        {
          type: 'content',
          value: [
            { type: 'text', text: 'ab' },
            { type: 'media', data: 'x', mediaType: 'image/png' },
          ],
        },
        13,
      ],
      [{ type: 'execution-denied', reason: 'Not now.' }, 8],
      [{ type: 'execution-denied' }, 'Tool execution denied.'.length],
      [{ type: 'execution-denied', reason: '' }, 'Tool execution denied.'.length],
    ] as const
    for (const [output, tokens] of outputs) {
      const message = { role: 'tool', content: [result(output), result(output)] } as unknown as Message
      expect(counter.message(message)).toBe(2 * (2 + 4 + tokens))
    }
  })

  it('counts every piece of an output, and none below its possible cost', () => {
    const pieces = [
      [{ type: 'text', text: 'ab' }, 2],
      [{ type: 'image-data', data: 'x'.repeat(80_000), mediaType: 'image/png' }, 11],
      [{ type: 'image-url', url: 'https://x.test/a.png' }, 11],
      [{ type: 'image-file-id', fileId: 'f1' }, 11],
      [{ type: 'file-data', data: 'A'.repeat(80_000), mediaType: 'application/pdf', filename: 'a.pdf' }, 1_500],
      [{ type: 'file-data', data: '', mediaType: 'application/pdf' }, 11],
      [{ type: 'file-data', data: 'x', mediaType: 'image/png' }, 11],
      [{ type: 'media', data: 'A'.repeat(80_000), mediaType: 'application/pdf' }, 1_500],
      [{ type: 'file-url', url: 'https://x.test/a.pdf', mediaType: 'application/pdf' }, 11],
      [{ type: 'file-id', fileId: { openai: 'f1', anthropic: 'f2' } }, 11],
      [
        { type: 'custom', providerOptions: { anthropic: { type: 'tool-reference' } } },
        '{"anthropic":{"type":"tool-reference"}}'.length,
      ],
      [{ type: 'custom' }, 0],
    ] as const
    for (const [piece, tokens] of pieces) {
      const output = { type: 'content', value: [piece, piece] }
      const part = { type: 'tool-result', toolCallId: 'i', toolName: 'look', output }
      expect(counter.message({ role: 'tool', content: [part] } as unknown as Message)).toBe(2 + 4 + 2 * tokens)
      expect(counter.message({ role: 'assistant', content: [part] } as unknown as Message)).toBe(2 + 4 + 2 * tokens)
    }
  })

  it('counts approvals as 0, unless they are sent to the provider', () => {
    const asked: Message = {
      role: 'assistant',
      content: [
        { type: 'text', text: 'ab' },
        { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'i', inputSchemaInput: { long: 'x' } },
      ],
    }
    expect(counter.message(asked)).toBe(2 + 2)
    const said = { type: 'tool-approval-response', approvalId: 'a', approved: false, reason: 'Not now.' } as const
    expect(counter.message({ role: 'tool', content: [said] })).toBe(0)
    expect(counter.message({ role: 'tool', content: [{ ...said, providerExecuted: true }] })).toBe(2 + 4 + 8)
  })

  it('never counts a file as 0', () => {
    const file = (data: string): Message => ({
      role: 'user',
      content: [{ type: 'file', data, mediaType: 'application/pdf' }],
    })
    expect(counter.message(file(''))).toBeGreaterThanOrEqual(11)
    expect(counter.message(file('A'.repeat(80_000)))).toBe(2 + 1_500)
  })

  it('counts tools with name, description and schema', () => {
    expect(counter.tools([{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }])).toBe(
      7 + 4 + 6 + 17,
    )
  })

  it('counts the provider’s tool instructions once, if there is any tool', () => {
    const telling = createCounter(charTokenizer, { ...framing, tools: 100 })
    const tool = { name: 'look', inputSchema: { type: 'object' } }
    expect(telling.tools([])).toBe(0)
    expect(telling.tools([tool])).toBe(100 + 7 + 4 + 17)
    expect(telling.tools([tool, { ...tool, name: 'find' }])).toBe(100 + 2 * (7 + 4 + 17))
  })

  it('counts a schema object by its JSON Schema, which it converts once', () => {
    const inputSchema = fakeSchema({ type: 'object' })
    const tool = { name: 'look', inputSchema }
    expect(counter.tools([tool])).toBe(7 + 4 + 17)
    expect(counter.tools([tool, tool])).toBe(2 * (7 + 4 + 17))
    expect(inputSchema.asked).toHaveLength(1)
  })

  it('counts each text once, however often it occurs', () => {
    let counted = 0
    const tokenizer: Tokenizer = { name: 'x', exact: true, count: (text) => ++counted && text.length }
    const remembering = createCounter(tokenizer, framing)
    for (let round = 0; round < 3; round++) remembering.message({ role: 'user', content: 'abc' })
    expect(counted).toBe(1)
  })

  it('names a tokenizer that throws or returns invalid counts', () => {
    for (const count of [
      () => Number.NaN,
      () => -1,
      () => 1.5,
      () => {
        throw new Error('no')
      },
    ]) {
      const broken = createCounter({ name: 'broken', exact: true, count }, framing)
      expect(() => broken.text('x')).toThrow(/Tokenizer 'broken' .*TOKENIZER_FAILED/)
    }
  })

  it('evicts old texts instead of growing forever', () => {
    const seen: string[] = []
    const tokenizer: Tokenizer = { name: 'x', exact: true, count: (text) => seen.push(text) && text.length }
    const bounded = createCounter(tokenizer, defaultFraming)
    const long = 'x'.repeat(1_000_000)
    for (let index = 0; index < 12; index++) bounded.text(`${index}${long}`)
    const before = seen.length
    bounded.text(`11${long}`)
    expect(seen.length).toBe(before)
    bounded.text(`0${long}`)
    expect(seen.length).toBe(before + 1)
  })
})

describe('createEstimator', () => {
  const { count } = createEstimator()

  it('is close to the real count for prose in several scripts, and never 0', () => {
    // Counted with o200k_base.
    const texts: readonly (readonly [string, number])[] = [
      ['The quick brown fox jumps over the lazy dog, and then it goes home to have a cup of tea with its friends.', 24],
      ['我们决定把产品发布推迟到第二周，因为审查发现了两个需要修复的问题。', 21],
      ['Мы решили перенести запуск на вторую неделю, потому что проверка нашла две ошибки.', 18],
    ]
    for (const [text, tokens] of texts) {
      expect(count(text)).toBeGreaterThan(tokens * 0.7)
      expect(count(text)).toBeLessThan(tokens * 1.6)
    }
    for (const text of [' ', 'a', '\ud800', '👍']) expect(count(text)).toBeGreaterThan(0)
    expect(count('')).toBe(0)
  })
})
