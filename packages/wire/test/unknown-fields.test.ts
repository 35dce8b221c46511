import type { Message } from '@lamella/core'
import { encodeAnthropic, fromAnthropic } from '@lamella/wire/anthropic'
import { encodeGemini, fromGemini } from '@lamella/wire/gemini'
import { encodeOpenAIChat, fromOpenAIChat, type WireOptions } from '@lamella/wire/openai-chat'
import { encodeOpenAIResponses, fromOpenAIResponses } from '@lamella/wire/openai-responses'
import { describe, expect, test } from 'vitest'

const stored = { timestamp: 1_781_980_690, row_id: 'r1' }

interface Case {
  readonly name: string
  readonly recorded: unknown[]
  read(recorded: unknown): Message[]
  write(
    messages: Message[],
    options?: WireOptions,
  ): { sent: unknown; losses: readonly { code: string; what: string }[] }
}

const cases: readonly Case[] = [
  {
    name: 'openai-chat',
    recorded: [
      { role: 'user', content: [{ type: 'text', text: 'Weather?', ...stored }], name: 'Ann', ...stored },
      {
        role: 'assistant',
        content: 'Let me see.',
        reasoning_content: 'Hm.',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' }, index: 0 }],
        ...stored,
      },
      { role: 'tool', tool_call_id: 'a', content: 'sunny', ...stored },
    ],
    read: fromOpenAIChat,
    write: (messages, options) => {
      const { request, losses } = encodeOpenAIChat({ messages }, { model: 'gpt-4o', ...options })
      return { sent: request.messages, losses }
    },
  },
  {
    name: 'openai-responses',
    recorded: [
      { role: 'user', content: 'Weather?', ...stored },
      { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}', parsed_arguments: {}, status: 'completed' },
      { type: 'function_call_output', call_id: 'a', output: 'sunny', ...stored },
    ],
    read: fromOpenAIResponses,
    write: (messages, options) => {
      const { request, losses } = encodeOpenAIResponses({ messages }, { model: 'gpt-5', ...options })
      return { sent: request.input, losses }
    },
  },
  {
    name: 'anthropic',
    recorded: [
      { role: 'user', content: 'Weather?', ...stored },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'a', name: 'look', input: {}, index: 0 }],
        model: 'claude-sonnet-4-5',
        stop_reason: 'tool_use',
        usage: { output_tokens: 3 },
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'sunny', ...stored }] },
    ],
    read: fromAnthropic,
    write: (messages, options) => {
      const { request, losses } = encodeAnthropic({ messages }, { model: 'claude-sonnet-4-5', ...options })
      return { sent: request.messages, losses }
    },
  },
  {
    name: 'gemini',
    recorded: [
      { role: 'user', parts: [{ text: 'Weather?', ...stored }], ...stored },
      { role: 'model', parts: [{ functionCall: { id: 'a', name: 'look', args: {}, ...stored } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { id: 'a', name: 'look', response: { output: 'sunny' }, ...stored } }],
      },
    ],
    read: fromGemini,
    write: (messages, options) => {
      const { request, losses } = encodeGemini({ messages }, { model: 'gemini-2.5-pro', ...options })
      return { sent: request.contents, losses }
    },
  },
]

describe.for(cases)('$name', ({ recorded, read, write }) => {
  test('fields of a program in a recorded history are not sent, which is reported', () => {
    const { sent, losses } = write(read(recorded))
    expect(JSON.stringify(sent)).not.toMatch(/timestamp|row_id|parsed_arguments|index|usage|stop_reason/)
    expect(new Set(losses.map(({ code }) => code))).toEqual(new Set(['provider-options']))
    expect(losses.map(({ what }) => what).join(' ')).toMatch(/timestamp, row_id/)
  })

  test('are sent on request', () => {
    const { sent, losses } = write(read(recorded), { unknownFields: 'send' })
    expect(sent).toEqual(recorded)
    expect(losses).toEqual([])
  })
})

test('a field that a server is known to accept is still sent', () => {
  const [first] = cases as [Case]
  expect(JSON.stringify(first.write(first.read(first.recorded)).sent)).toMatch(
    /"name":"Ann".*"reasoning_content":"Hm\."/,
  )
})

test('a field under extra is sent', () => {
  const providerOptions = { openai: { extra: { weight: 1 } } }
  const { request, losses } = encodeOpenAIChat({ messages: [{ role: 'user', content: 'Hi', providerOptions }] })
  expect(request.messages).toEqual([{ role: 'user', content: 'Hi', weight: 1 }])
  expect(losses).toEqual([])
})
