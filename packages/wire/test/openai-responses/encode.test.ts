import type { Context, SystemPart } from '@lamella/core'
import { encodeOpenAIResponses, type Loss, toOpenAIResponses } from '@lamella/wire/openai-responses'
import { expect, expectTypeOf, test } from 'vitest'
import { call, result, weather } from '../fixtures.ts'
import { deepFreeze } from '../freeze.ts'
import { encoded, openai, user } from './encoded.ts'

const layer = (name: string, content: string): SystemPart => ({
  role: 'system',
  content,
  layer: name,
  stability: 'static',
})

test('a context becomes a request with the system prompt as instructions', () => {
  const context = {
    system: [layer('system', 'Be kind.'), layer('memory', ''), layer('tools', 'Use them.')],
    messages: [user],
    tools: [weather],
    parameters: { model: 'gpt-5', temperature: 0, topP: 1, maxOutputTokens: 16, toolChoice: 'auto' },
  } as const
  expect(toOpenAIResponses(deepFreeze(context))).toEqual({
    model: 'gpt-5',
    instructions: 'Be kind.\n\nUse them.',
    input: [{ role: 'user', content: 'Hello' }],
    tools: [
      {
        type: 'function',
        name: 'get_weather',
        description: weather.description,
        parameters: weather.inputSchema,
        strict: false,
      },
    ],
    tool_choice: 'auto',
    temperature: 0,
    top_p: 1,
    max_output_tokens: 16,
  })
})

test('a context of the core is taken as it is', () => {
  expectTypeOf<Context>().toExtend<Parameters<typeof toOpenAIResponses>[0]>()
})

test('the model of the options goes before that of the parameters and makes the type sure of it', () => {
  const request = toOpenAIResponses({ messages: [user], parameters: { model: 'gpt-4' } }, { model: 'gpt-5' })
  expectTypeOf(request.model).toEqualTypeOf<string>()
  expect(request.model).toBe('gpt-5')
})

test('a joined prompt can be a message of the input, and each layer can be one of its own', () => {
  const system = [layer('a', 'One'), layer('b', ''), layer('c', 'Two')]
  expect(toOpenAIResponses({ system, messages: [user] }, { systemIn: 'input', systemRole: 'developer' })).toEqual({
    input: [{ role: 'developer', content: 'One\n\nTwo' }, user],
  })
  expect(toOpenAIResponses({ system, messages: [user] }, { system: 'per-layer' })).toEqual({
    input: [{ role: 'system', content: 'One' }, { role: 'system', content: 'Two' }, user],
  })
})

test('the separator between layers can be chosen', () => {
  const system = [layer('a', 'One'), layer('b', 'Two')]
  expect(toOpenAIResponses({ system, messages: [user] }, { separator: '\n---\n' }).instructions).toBe('One\n---\nTwo')
})

test('instructions without anything beside them become the input, since nothing else is one', () => {
  expect(toOpenAIResponses({ system: [layer('a', 'One')], messages: [] })).toEqual({
    input: [{ role: 'system', content: 'One' }],
  })
})

test('nothing at all to send is an error, unless the API holds the conversation', () => {
  expect(() => toOpenAIResponses({ messages: [{ role: 'user', content: '' }] })).toThrow(/nothing.*WIRE_UNENCODABLE/)
  const held = openai({ responsesExtra: { previous_response_id: 'resp_1' } })
  expect(toOpenAIResponses({ messages: [], parameters: held })).toEqual({ input: [], previous_response_id: 'resp_1' })
})

test('a system message in the conversation stays where it is, in its role', () => {
  const developer = { role: 'system', content: 'Newer.', ...openai({ role: 'developer' }) } as const
  expect(encoded([user, { role: 'system', content: 'New rules.' }, user, developer]).input).toEqual([
    user,
    { role: 'system', content: 'New rules.' },
    user,
    { role: 'developer', content: 'Newer.' },
  ])
})

test('one text alone is sent as a string and several as parts', () => {
  const one = { type: 'text', text: 'a' } as const
  const { input } = encoded([
    { role: 'user', content: [one] },
    { role: 'user', content: [one, { type: 'text', text: '' }] },
    { role: 'user', content: [one, one] },
  ])
  const part = { type: 'input_text', text: 'a' }
  expect(input.map((item) => 'content' in item && item.content)).toEqual(['a', 'a', [part, part]])
})

test('texts of the assistant without an id are messages of text', () => {
  const { input, losses } = encoded([
    user,
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    { role: 'assistant', content: 'c' },
  ])
  expect(input.slice(1)).toEqual(['a', 'b', 'c'].map((content) => ({ role: 'assistant', content })))
  expect(losses).toEqual([])
})

test('a message without content is left out and reported', () => {
  const { input, losses, repairs } = encoded([
    user,
    { role: 'user', content: [{ type: 'text', text: '' }] },
    { role: 'assistant', content: '' },
  ])
  expect(input).toEqual([user])
  expect(repairs).toEqual(['empty-text', 'empty-message', 'empty-text', 'empty-message'])
  expect(losses).toEqual([])
})

test('losses are told to onLoss', () => {
  const told: Loss[] = []
  const messages = [{ ...user, providerOptions: { anthropic: { cacheControl: 'x' }, openai: { extra: {} } } }]
  toOpenAIResponses({ messages }, { onLoss: (loss) => told.push(loss) })
  expect(told.map(({ code, path }) => [code, path])).toEqual([
    ['provider-options', 'messages[0]'],
    ['provider-options', 'messages[0]'],
  ])
})

test('a mark of Lamella itself is no loss', () => {
  expect(encoded([{ ...user, providerOptions: { lamella: { synthetic: true } } }]).losses).toEqual([])
})

test('each loss and each repair names its own place, across messages and parts', () => {
  const lone = { type: 'text', text: 'a\uD800' } as const
  const { losses, repairs } = encodeOpenAIResponses({
    system: [layer('a', 'Be kind.'), layer('b', '\uD800')],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'a' }, lone] },
      { role: 'user', content: '\uD800' },
      { role: 'assistant', content: [call('1'), call('2', { n: Number.NaN })] },
      { role: 'tool', content: [result('2', '\uD800')] },
      { role: 'tool', content: [result('1', '\uD800')], providerOptions: { anthropic: {} } },
      { role: 'assistant', content: '\uD800' },
      { role: 'user', content: '' },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }, lone] },
    ],
    tools: [weather, { ...weather, name: 'b', description: '\uD800' }],
  })
  expect(losses.map(({ path }) => path)).toEqual(['messages[2].content[1]', 'messages[4]', 'messages[7].content[0]'])
  expect(repairs.map(({ path }) => path)).toEqual([
    'tools[1]',
    'system[1]',
    'messages[0].content[1]',
    'messages[1]',
    'messages[4].content[0]',
    'messages[3].content[0]',
    'messages[5]',
    'messages[6]',
    'messages[7].content[1]',
  ])
})

test('extra fields are sent along and never replace a field of the item', () => {
  const extra = { status: 'completed', role: 'system', content: 'no', id: 'x' }
  const { input, losses } = encoded([{ ...user, ...openai({ itemExtra: extra }) }])
  expect(input).toEqual([{ ...user, status: 'completed' }])
  expect(losses).toEqual(['provider-options', 'provider-options', 'provider-options'])
})

test('half of a surrogate pair becomes U+FFFD and a whole pair stays', () => {
  const { input, repairs } = encoded([
    { role: 'user', content: 'a\uD83D b😀 \uDE00' },
    { role: 'system', content: 'x\uDC00' },
  ])
  expect(input).toMatchObject([{ content: 'a\uFFFD b😀 \uFFFD' }, { content: 'x\uFFFD' }])
  expect(repairs).toEqual(['surrogate', 'surrogate'])
})

test('a message with an unknown role is an error that names it', () => {
  const messages = [user, { role: 'robot', content: 'x' }] as never
  expect(() => toOpenAIResponses({ messages })).toThrow(/messages\[1\].*MESSAGE_INVALID/)
})

test('an option that is misspelled or wrong is an error that says so', () => {
  const encode = (options: object): unknown => toOpenAIResponses({ messages: [user] }, options)
  expect(() => encode({ seperator: '' })).toThrow(/Did you mean 'separator'/)
  expect(() => encode({ systemIn: 'system' })).toThrow(/OPTION_INVALID/)
  expect(() => encode({ store: 'no' })).toThrow(/OPTION_INVALID/)
  expect(() => encode({ cache: { retention: 'in-memory' } })).toThrow(/in_memory/)
})

test('the cache is helped by a key for what stays of the start', () => {
  const keyOf = (model: string): string | undefined =>
    toOpenAIResponses({ system: [layer('a', 'One')], messages: [user] }, { model, cache: true }).prompt_cache_key
  expect(keyOf('gpt-5')).toMatch(/^lamella-[0-9a-f]{16}$/)
  expect(keyOf('gpt-5')).not.toBe(keyOf('gpt-4o'))
  const cache = { key: 'user-1', retention: 'in_memory' } as const
  expect(toOpenAIResponses({ messages: [user] }, { cache })).toMatchObject({
    prompt_cache_key: 'user-1',
    prompt_cache_retention: 'in_memory',
  })
})

test('messages of one role are joined, and roles alternate, if so asked', () => {
  expect(encoded([user, user], { mergeConsecutive: true }).input).toEqual([{ role: 'user', content: 'Hello\n\nHello' }])
  const roles = encoded([{ role: 'assistant', content: 'Hi' }], { ensureAlternating: true }).input
  expect(roles).toMatchObject([{ role: 'user' }, { role: 'assistant' }])
})
