import type { Message } from '@lamella/core'
import { fromSessionMessages, type SessionMessage } from '@lamella/wire/messages'
import { describe, expect, it } from 'vitest'
import { MessageTransformer } from '../../src/seed/message-transformer.ts'

const call = { type: 'tool_call', toolCallId: 'a', toolName: 'get_weather', input: { city: 'Bern' } } as const
const result = { type: 'tool_result', toolCallId: 'a', toolName: 'get_weather', output: 'sunny' } as const
const records: readonly SessionMessage[] = [
  { type: 'system', content: 'Be kind.' },
  { type: 'compaction', content: 'They spoke of weather.' },
  { type: 'user', content: 'And in Bern?' },
  { type: 'user', content: 'Please.' },
  { type: 'assistant', content: 'Let me see.' },
  call,
  result,
  { type: 'assistant', content: 'Sunny.' },
]

describe('MessageTransformer', () => {
  const transformer = new MessageTransformer()

  it.each<[SessionMessage, Message['role']]>([
    [{ type: 'user', content: 'x' }, 'user'],
    [{ type: 'assistant', content: 'x' }, 'assistant'],
    [call, 'assistant'],
    [result, 'tool'], // Formats without that role write it as the user's.
    [{ type: 'compaction', content: 'x' }, 'assistant'],
    [{ type: 'system', content: 'x' }, 'system'],
  ])('converts %j to a message of the %s', (record, role) => {
    expect(transformer.transform(Object.freeze(record)).role).toBe(role)
  })

  it('transforms, merges and alternates step by step', () => {
    const messages = transformer.transformMany(records)
    expect(messages).toHaveLength(records.length)
    const merged = transformer.mergeConsecutive(messages)
    expect(merged.map(({ role }) => role)).toEqual(['system', 'assistant', 'user', 'assistant', 'tool', 'assistant'])
    expect(merged[2]).toEqual({ role: 'user', content: 'And in Bern?\n\nPlease.' })
    const alternating = transformer.ensureAlternating(messages)
    expect(alternating.map(({ role }) => role)).toEqual(['system', 'user', ...merged.slice(1).map(({ role }) => role)])
  })

  it('runs all steps at once', () => {
    expect(transformer.transformComplete(records)).toEqual(
      fromSessionMessages(records, { mergeConsecutive: true, ensureAlternating: true }),
    )
    expect(transformer.transformComplete([])).toEqual([])
  })

  it('returns canonical messages as the same objects, in any mixture', () => {
    const question: Message = Object.freeze({ role: 'user', content: 'Hello', id: 7 } as Message)
    const answer: Message = Object.freeze({ role: 'assistant', content: 'Hi', type: undefined } as Message)
    expect(transformer.transform(question)).toBe(question)
    const messages = transformer.transformComplete([question, answer, { type: 'user', content: 'Weather?' }])
    expect(messages[0]).toBe(question)
    expect(messages[1]).toBe(answer)
    expect(messages[2]).toEqual({ role: 'user', content: 'Weather?' })
  })

  it('joins with a custom separator', () => {
    const messages = new MessageTransformer({ separator: ' $& ' }).transformComplete([
      { type: 'user', content: 'a' },
      { type: 'user', content: 'b' },
    ])
    expect(messages).toEqual([{ role: 'user', content: 'a $& b' }])
    expect(() => new MessageTransformer({ separater: '' } as never)).toThrow(/Did you mean 'separator'/)
  })

  it.each([
    [undefined],
    [null],
    [7],
    [[]],
    [{}],
    [{ type: 'note', content: 'x' }],
    [{ type: 'constructor', content: 'x' }],
    [{ role: 'robot', content: 'x' }],
    [{ role: 'user' }],
    [{ role: 'tool', content: 'x' }],
    [{ role: 'system', content: [] }],
    [{ role: 'user', type: 'message', content: 'x' }],
  ])('rejects values that are neither records nor messages: %j', (wrong) => {
    const refusal = expect.objectContaining({ code: 'WIRE_DECODE' })
    expect(() => transformer.transform(wrong as never)).toThrow(refusal)
    expect(() => transformer.transformComplete([records[0] as SessionMessage, wrong as never])).toThrow(refusal)
  })

  it('rejects records where messages are required', () => {
    const refusal = expect.objectContaining({ code: 'WIRE_DECODE' })
    for (const wrong of [null, call]) {
      expect(() => transformer.mergeConsecutive([wrong as never])).toThrow(refusal)
      expect(() => transformer.ensureAlternating([wrong as never])).toThrow(refusal)
    }
  })
})
