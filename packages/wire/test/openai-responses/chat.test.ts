import {
  decodeOpenAIChat,
  encodeOpenAIChat,
  type OpenAIChatMessage,
  validateOpenAIChat,
} from '@lamella/wire/openai-chat'
import {
  decodeOpenAIResponses,
  encodeOpenAIResponses,
  type OpenAIResponsesItem,
  validateOpenAIResponses,
} from '@lamella/wire/openai-responses'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noData, readLines } from '../data.ts'
import { weather } from '../fixtures.ts'
import { context, options } from './answers.ts'

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 50)

// Fields of one of the two formats that the other one rejects.
const responsesOnly = /"(?:itemId|item|itemExtra|contentExtra|responsesExtra|call_id|phase|encrypted_content)":/
const chatOnly = /"(?:tool_calls|tool_call_id|refusal|extra|reasoning_content|audio)":/

const errorsOf = (violations: readonly { readonly level: string }[]): unknown[] =>
  violations.filter(({ level }) => level === 'error')

/** Names of fields at any depth, except in values (arguments, recorded items in them). */
function fieldsOf(items: readonly (OpenAIChatMessage | OpenAIResponsesItem)[]): string {
  return JSON.stringify(items, (key, value: unknown) => {
    const isValue = typeof value !== 'object' || key === 'output' || key === 'annotations'
    return isValue && key !== '' ? 0 : value
  })
}

test('a history read from Responses becomes a valid Chat request without fields of Responses', () => {
  fc.assert(
    fc.property(context, options, (value, how) => {
      const { request } = encodeOpenAIResponses(value, how)
      const decoded = decodeOpenAIResponses(JSON.parse(JSON.stringify(request)))
      const { messages } = encodedChat(decoded)
      expect(fieldsOf(messages)).not.toMatch(responsesOnly)
    }),
    { numRuns },
  )
})

test('a history read from Chat becomes a valid Responses request without fields of Chat', () => {
  fc.assert(
    fc.property(context, (value) => {
      const chat = encodedChat(value)
      const decoded = decodeOpenAIChat(JSON.parse(JSON.stringify({ model: 'gpt-4o', ...chat })))
      const { request } = encodeOpenAIResponses(decoded)
      expect(errorsOf(validateOpenAIResponses(request))).toEqual([])
      expect(fieldsOf(request.input)).not.toMatch(chatOnly)
    }),
    { numRuns },
  )
})

/** Returns a Chat request, or a minimal one if the context has nothing for it. */
function encodedChat(value: Parameters<typeof encodeOpenAIChat>[0]): ReturnType<typeof encodeOpenAIChat>['request'] {
  const messages = [...value.messages, { role: 'user' as const, content: '-' }]
  const { request } = encodeOpenAIChat({ ...value, messages }, { model: 'gpt-4o' })
  expect(errorsOf(validateOpenAIChat(request))).toEqual([])
  return request
}

test('a custom tool, its calls and their results round-trip from Responses through Chat', () => {
  const request = {
    model: 'gpt-5',
    input: [
      { role: 'user', content: 'Count.' },
      { type: 'custom_tool_call', call_id: 'a', name: 'sql', input: 'select 1' },
      { type: 'custom_tool_call_output', call_id: 'a', output: '1' },
    ],
    tools: [
      {
        type: 'custom',
        name: 'sql',
        description: 'Runs SQL.',
        format: { type: 'grammar', syntax: 'regex', definition: '.*' },
      },
      { type: 'function', name: 'get_weather', parameters: weather.inputSchema, strict: true },
    ],
    tool_choice: 'auto',
  }
  const chat = encodeOpenAIChat(decodeOpenAIResponses(request))
  expect(chat.losses).toEqual([])
  expect(chat.request).toEqual({
    model: 'gpt-5',
    messages: [
      { role: 'user', content: 'Count.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'sql', input: 'select 1' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: '1' },
    ],
    tools: [
      {
        type: 'custom',
        custom: {
          name: 'sql',
          description: 'Runs SQL.',
          format: { type: 'grammar', grammar: { syntax: 'regex', definition: '.*' } },
        },
      },
      { type: 'function', function: { name: 'get_weather', parameters: weather.inputSchema, strict: true } },
    ],
    tool_choice: 'auto',
  })
  const back = encodeOpenAIResponses(decodeOpenAIChat(chat.request))
  expect(back.losses).toEqual([])
  expect(back.request).toEqual(request)
})

test('fields of a Chat request that Responses lacks are losses', () => {
  const { request, losses } = encodeOpenAIResponses(
    decodeOpenAIChat({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: 'x', name: 'Ann' }],
      response_format: { type: 'json_object' },
    }),
  )
  expect(request).toEqual({ model: 'gpt-4o', input: [{ role: 'user', content: 'x' }] })
  expect(losses.map(({ code, path }) => [code, path])).toEqual([
    ['provider-options', 'messages[0]'],
    ['provider-options', 'parameters'],
  ])
})

describe.skipIf(noData !== undefined)('recorded requests', () => {
  test('that OpenAI Chat accepted become valid Responses requests, and vice versa', () => {
    const read = (name: string): { body: object }[] =>
      noData === undefined ? readLines(`wire/${name}.accepted-tools.jsonl`) : []
    for (const { body } of read('openai-chat')) {
      const { request } = encodeOpenAIResponses(decodeOpenAIChat(body))
      expect(errorsOf(validateOpenAIResponses(request))).toEqual([])
      expect(fieldsOf(request.input)).not.toMatch(chatOnly)
    }
    for (const { body } of read('openai-responses')) {
      const { messages } = encodedChat(decodeOpenAIResponses(body))
      expect(fieldsOf(messages)).not.toMatch(responsesOnly)
    }
  })
})
