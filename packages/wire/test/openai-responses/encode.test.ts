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

test('accepts a context of the core unchanged', () => {
  expectTypeOf<Context>().toExtend<Parameters<typeof toOpenAIResponses>[0]>()
})

test('the model of the options overrides that of the parameters and narrows the type', () => {
  const request = toOpenAIResponses({ messages: [user], parameters: { model: 'gpt-4' } }, { model: 'gpt-5' })
  expectTypeOf(request.model).toEqualTypeOf<string>()
  expect(request.model).toBe('gpt-5')
})

test('a joined prompt can be a message of the input, and each layer can be a separate one', () => {
  const system = [layer('a', 'One'), layer('b', ''), layer('c', 'Two')]
  expect(toOpenAIResponses({ system, messages: [user] }, { systemIn: 'input', systemRole: 'developer' })).toEqual({
    input: [{ role: 'developer', content: 'One\n\nTwo' }, user],
  })
  expect(toOpenAIResponses({ system, messages: [user] }, { system: 'per-layer' })).toEqual({
    input: [{ role: 'system', content: 'One' }, { role: 'system', content: 'Two' }, user],
  })
})

test('the prompt of models that read the instructions after the input is its first message', () => {
  const system = [layer('a', 'One'), layer('c', 'Two')]
  const context = { system, messages: [user] }
  const input = [{ role: 'developer', content: 'One\n\nTwo' }, user]
  expect(toOpenAIResponses(context, { model: 'gpt-6.2-sol' })).toEqual({ model: 'gpt-6.2-sol', input })
  expect(toOpenAIResponses(context, { model: 'gpt-6.1-sol' })).toMatchObject({
    instructions: 'One\n\nTwo',
    input: [user],
  })
  expect(toOpenAIResponses(context, { model: 'gpt-6.2-sol', systemIn: 'instructions' })).toMatchObject({
    instructions: 'One\n\nTwo',
    input: [user],
  })
  // Each request would add the prompt to a conversation that the API holds.
  const parameters = openai({ responsesExtra: { previous_response_id: 'resp_1' } })
  const continued = toOpenAIResponses({ ...context, parameters }, { model: 'gpt-6.2-sol' })
  expect(continued.input).toEqual([user])
})

test('the separator between layers can be chosen', () => {
  const system = [layer('a', 'One'), layer('b', 'Two')]
  expect(toOpenAIResponses({ system, messages: [user] }, { separator: '\n---\n' }).instructions).toBe('One\n---\nTwo')
})

test('instructions without other content become the input, which would otherwise be empty', () => {
  expect(toOpenAIResponses({ system: [layer('a', 'One')], messages: [] })).toEqual({
    input: [{ role: 'system', content: 'One' }],
  })
})

test('an empty request is an error, unless the API holds the conversation', () => {
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

test('sends a single text as a string and several as parts', () => {
  const one = { type: 'text', text: 'a' } as const
  const { input } = encoded([
    { role: 'user', content: [one] },
    { role: 'user', content: [one, { type: 'text', text: '' }] },
    { role: 'user', content: [one, one] },
  ])
  const part = { type: 'input_text', text: 'a' }
  expect(input.map((item) => 'content' in item && item.content)).toEqual(['a', 'a', [part, part]])
})

test('assistant texts without an id are text messages', () => {
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

test('a message without content is omitted and reported', () => {
  const { input, losses, repairs } = encoded([
    user,
    { role: 'user', content: [{ type: 'text', text: '' }] },
    { role: 'assistant', content: '' },
  ])
  expect(input).toEqual([user])
  expect(repairs).toEqual(['empty-text', 'empty-message', 'empty-text', 'empty-message'])
  expect(losses).toEqual([])
})

test('losses are reported to onLoss', () => {
  const reported: Loss[] = []
  const messages = [{ ...user, providerOptions: { anthropic: { cacheControl: 'x' }, openai: { extra: {} } } }]
  toOpenAIResponses({ messages }, { onLoss: (loss) => reported.push(loss) })
  expect(reported.map(({ code, path }) => [code, path])).toEqual([
    ['provider-options', 'messages[0]'],
    ['provider-options', 'messages[0]'],
  ])
})

test("does not report Lamella's own marks as losses", () => {
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

test('extra fields are sent, but never replace a field of the item', () => {
  const extra = { status: 'completed', role: 'system', content: 'no', id: 'x' }
  const { input, losses } = encoded([{ ...user, ...openai({ itemExtra: extra }) }])
  expect(input).toEqual([{ ...user, status: 'completed' }])
  expect(losses).toEqual(['provider-options', 'provider-options', 'provider-options'])
})

test('replaces lone surrogates with U+FFFD and keeps pairs', () => {
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

test('a misspelled or invalid option is an error that names it', () => {
  const encode = (options: object): unknown => toOpenAIResponses({ messages: [user] }, options)
  expect(() => encode({ seperator: '' })).toThrow(/Did you mean 'separator'/)
  expect(() => encode({ systemIn: 'system' })).toThrow(/OPTION_INVALID/)
  expect(() => encode({ store: 'no' })).toThrow(/OPTION_INVALID/)
  expect(() => encode({ cache: { retention: 'in-memory' } })).toThrow(/in_memory/)
})

test('the prompt cache key covers the stable start', () => {
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

test('messages of one role are merged, and roles alternate, on request', () => {
  expect(encoded([user, user], { mergeConsecutive: true }).input).toEqual([{ role: 'user', content: 'Hello\n\nHello' }])
  const roles = encoded([{ role: 'assistant', content: 'Hi' }], { ensureAlternating: true }).input
  expect(roles).toMatchObject([{ role: 'user' }, { role: 'assistant' }])
})
