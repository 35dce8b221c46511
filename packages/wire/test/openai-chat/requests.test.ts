import type { Message } from '@lamella/core'
import { decodeOpenAIChat, encodeOpenAIChat, toOpenAIChat, type WireRepair } from '@lamella/wire/openai-chat'
import { encodeOpenAIResponses } from '@lamella/wire/openai-responses'
import { expect, test } from 'vitest'
import { call, result, weather } from '../fixtures.ts'

const user = { role: 'user', content: 'Hello' } as const
const answer = { role: 'assistant', content: 'Hi' } as const

test('a request is read as a context and written unchanged', () => {
  const request = {
    model: 'gpt-4o',
    messages: [
      { role: 'developer', content: 'Be kind.' },
      { role: 'system', content: 'Be brief.' },
      user,
      answer,
      user,
    ],
    tools: [
      { type: 'function', function: { name: 'get_weather', parameters: weather.inputSchema, strict: true } },
      { type: 'custom', custom: { name: 'sql', description: 'Runs SQL.' } },
    ],
    tool_choice: { type: 'function', function: { name: 'get_weather' } },
    temperature: 0,
    stop: ['END'],
    stream: true,
    response_format: { type: 'json_object' },
    parallel_tool_calls: false,
  }
  const context = decodeOpenAIChat(request)
  expect(context.system.map(({ content }) => content)).toEqual(['Be kind.', 'Be brief.'])
  expect(context.parameters).toMatchObject({ model: 'gpt-4o', toolChoice: { type: 'tool', toolName: 'get_weather' } })
  expect(toOpenAIChat(context, { system: 'per-layer' })).toEqual(request)
})

test('fields that would make a request invalid are omitted and reported', () => {
  const parameters = {
    maxOutputTokens: 9,
    providerOptions: { openai: { extra: { max_tokens: 8, parallel_tool_calls: true, messages: [], n: 2 } } },
  }
  const { request, losses } = encodeOpenAIChat({ messages: [user], parameters })
  expect(request).toEqual({ messages: [user], max_completion_tokens: 9, n: 2 })
  expect(losses.map(({ code, path }) => [code, path])).toEqual([
    ['parameter', 'parameters'],
    ['tool-choice', 'parameters'],
    ['provider-options', 'parameters'],
  ])
})

test('the reasoning effort is sent under its own name, and overrides an extra field', () => {
  const chat = (openai: object): object => {
    const parameters = { providerOptions: { openai } } as never
    const { request, losses } = encodeOpenAIChat({ messages: [user], parameters })
    return { ...request, losses: losses.map(({ code }) => code) }
  }
  expect(chat({ reasoningEffort: 'low' })).toEqual({ messages: [user], reasoning_effort: 'low', losses: [] })
  expect(chat({ reasoningEffort: 'low', extra: { reasoning_effort: 'high', n: 2 } })).toEqual({
    messages: [user],
    reasoning_effort: 'low',
    n: 2,
    losses: ['provider-options'],
  })
  expect(chat({ extra: 'text' })).toEqual({ messages: [user], losses: ['provider-options'] })
})

test('values that are not requests are an error with the path', () => {
  expect(() => decodeOpenAIChat(undefined)).toThrow(/request must be an object.*WIRE_DECODE/)
  expect(() => decodeOpenAIChat({ messages: [], tools: [{ type: 'function' }] })).toThrow(/tools\[0\]\.function/)
})

test('messages of one role are merged on request, and each is reported', () => {
  const repairs: WireRepair[] = []
  const messages: Message[] = [user, user, answer, { role: 'assistant', content: [call('a')] }]
  const { request } = encodeOpenAIChat(
    { messages: [...messages, { role: 'tool', content: [result('a')] }] },
    { mergeConsecutive: true, onRepair: (repair) => repairs.push(repair) },
  )
  expect(request.messages).toMatchObject([
    { role: 'user', content: 'Hello\n\nHello' },
    { role: 'assistant', content: 'Hi', tool_calls: [{ id: 'a' }] },
    { role: 'tool' },
  ])
  expect(repairs.map(({ code, path }) => [code, path])).toEqual([
    ['merged', 'messages[1]'],
    ['merged', 'messages[3]'],
  ])
})

test('roles alternate on request, with marked messages where one is missing', () => {
  const messages: Message[] = [answer, { role: 'assistant', content: [call('a')] }]
  const { request, repairs } = encodeOpenAIChat(
    { messages: [...messages, { role: 'tool', content: [result('a')] }, user] },
    { ensureAlternating: true },
  )
  expect(request.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
  expect(repairs.map(({ code, path }) => [code, path])).toEqual([
    ['merged', 'messages[1]'],
    ['alternation', 'messages[0]'],
    ['alternation', 'messages[3]'],
  ])
})

const part = (content: string, stability: 'static' | 'turn'): object => ({ role: 'system', content, stability })
const keyOf = (...system: object[]): string | undefined =>
  toOpenAIChat({ system: system as never, messages: [user], tools: [weather] }, { cache: true }).prompt_cache_key

test('the cache key covers the stable start, and nothing that changes on every turn', () => {
  const key = keyOf(part('Be kind.', 'static'), part('It is noon.', 'turn'))
  expect(key).toMatch(/^lamella-[0-9a-f]{16}$/)
  expect(keyOf(part('Be kind.', 'static'), part('It is one.', 'turn'))).toBe(key)
  expect(keyOf(part('Be brief.', 'static'), part('It is noon.', 'turn'))).not.toBe(key)
  expect(toOpenAIChat({ messages: [user] })).not.toHaveProperty('prompt_cache_key')
})

test('a key and a retention can be set', () => {
  const cache = { key: 'user-1', retention: '24h' } as const
  expect(toOpenAIChat({ messages: [user] }, { cache })).toEqual({
    messages: [user],
    prompt_cache_key: 'user-1',
    prompt_cache_retention: '24h',
  })
  expect(() => toOpenAIChat({ messages: [user] }, { cache: { key: 'x'.repeat(65) } })).toThrow(/OPTION_INVALID/)
})

test.each([
  ['gpt-5.4', 'in_memory', true],
  ['gpt-5.5', 'in_memory', false],
  ['openai/gpt-5.6-sol', '24h', true],
  ['gpt-6.2-sol', '24h', false],
  ['a-deployment', 'in_memory', true],
] as const)('a retention that %s does not take is a loss: %s', (model, retention, isSent) => {
  for (const encode of [encodeOpenAIChat, encodeOpenAIResponses]) {
    const { request, losses } = encode({ messages: [user] }, { model, cache: { retention } })
    expect(request.prompt_cache_retention).toBe(isSent ? retention : undefined)
    expect(losses.map(({ code }) => code)).toEqual(isSent ? [] : ['cache'])
  }
})

test('a misspelled or invalid option is an error that names it', () => {
  const encode = (options: object): unknown => toOpenAIChat({ messages: [user] }, options)
  expect(() => encode({ seperator: '' })).toThrow(/Did you mean 'separator'/)
  expect(() => encode({ system: 'none' })).toThrow(/OPTION_INVALID/)
  expect(() => encode({ repair: { missingResults: 'drop' } })).toThrow(/missingResults/)
  expect(() => encode({ cache: { kee: 'a' } })).toThrow(/kee/)
})
