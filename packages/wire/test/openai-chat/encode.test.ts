import type { Context, SystemPart } from '@lamella/core'
import { encodeOpenAIChat, type Loss, toOpenAIChat } from '@lamella/wire/openai-chat'
import { expect, expectTypeOf, test } from 'vitest'
import { call, result, weather } from '../fixtures.ts'
import { deepFreeze } from '../freeze.ts'
import { encoded } from './encoded.ts'

const user = { role: 'user', content: 'Hello' } as const
const layer = (name: string, content: string): SystemPart => ({
  role: 'system',
  content,
  layer: name,
  stability: 'static',
})

test('a context becomes a request with the system prompt first', () => {
  const context = {
    system: [layer('system', 'Be kind.'), layer('memory', ''), layer('tools', 'Use them.')],
    messages: [user],
    tools: [weather],
    parameters: {
      model: 'gpt-4o',
      temperature: 0,
      topP: 1,
      maxOutputTokens: 9,
      stopSequences: ['END'],
      seed: 7,
      toolChoice: 'auto',
    },
  } as const
  expect(toOpenAIChat(deepFreeze(context))).toEqual({
    model: 'gpt-4o',
    messages: [
      { role: 'system', content: 'Be kind.\n\nUse them.' },
      { role: 'user', content: 'Hello' },
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'get_weather', description: weather.description, parameters: weather.inputSchema },
      },
    ],
    tool_choice: 'auto',
    temperature: 0,
    top_p: 1,
    max_completion_tokens: 9,
    stop: ['END'],
    seed: 7,
  })
})

test('accepts a context of the core unchanged', () => {
  expectTypeOf<Context>().toExtend<Parameters<typeof toOpenAIChat>[0]>()
})

test('the model of the options overrides that of the parameters and narrows the type', () => {
  const request = toOpenAIChat({ messages: [user], parameters: { model: 'gpt-4' } }, { model: 'gpt-4o' })
  expectTypeOf(request.model).toEqualTypeOf<string>()
  expect(request.model).toBe('gpt-4o')
})

test('each layer can be a separate system message, in the developer role', () => {
  const system = [layer('a', 'One'), layer('b', ''), layer('c', 'Two')]
  expect(toOpenAIChat({ system, messages: [] }, { system: 'per-layer', systemRole: 'developer' }).messages).toEqual([
    { role: 'developer', content: 'One' },
    { role: 'developer', content: 'Two' },
  ])
})

test('the separator between layers can be chosen', () => {
  const system = [layer('a', 'One'), layer('b', 'Two')]
  expect(toOpenAIChat({ system, messages: [] }, { separator: '\n---\n' }).messages).toEqual([
    { role: 'system', content: 'One\n---\nTwo' },
  ])
})

test('a system message in the conversation stays where it is', () => {
  expect(encoded(user, { role: 'system', content: 'New rules.' }, user).messages.map(({ role }) => role)).toEqual([
    'user',
    'system',
    'user',
  ])
})

test('sends a single text as a string and several as parts', () => {
  const one = { type: 'text', text: 'a' } as const
  const { messages } = encoded(
    { role: 'user', content: [one] },
    { role: 'user', content: [one, { type: 'text', text: '' }] },
    { role: 'user', content: [one, one] },
  )
  expect(messages.map(({ content }) => content)).toEqual(['a', 'a', [one, one]])
})

test('a message without content is omitted and reported', () => {
  const { messages, losses, repairs } = encoded(
    user,
    { role: 'user', content: [{ type: 'text', text: '' }] },
    { role: 'assistant', content: '' },
  )
  expect(messages).toEqual([user])
  expect(repairs).toEqual(['empty-text', 'empty-message', 'empty-text', 'empty-message'])
  expect(losses).toEqual([])
})

test('an empty request is an error', () => {
  expect(() => toOpenAIChat({ messages: [{ role: 'user', content: '' }] })).toThrow(/nothing to send.*WIRE_UNENCODABLE/)
})

test('reasoning is omitted and reported with its path', () => {
  const { request, losses } = encodeOpenAIChat({
    messages: [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.' },
          { type: 'text', text: 'Hi' },
        ],
      },
    ],
  })
  expect(request.messages[1]).toEqual({ role: 'assistant', content: 'Hi' })
  expect(losses).toEqual([{ code: 'reasoning', path: 'messages[1].content[0]', what: expect.any(String) }])
})

test('losses are reported to onLoss', () => {
  const reported: Loss[] = []
  const messages = [{ ...user, providerOptions: { anthropic: { cacheControl: 'x' }, openai: { itemId: 'y' } } }]
  toOpenAIChat({ messages }, { onLoss: (loss) => reported.push(loss) })
  expect(reported.map(({ code, path }) => [code, path])).toEqual([
    ['provider-options', 'messages[0]'],
    ['provider-options', 'messages[0]'],
  ])
})

test("does not report Lamella's own marks as losses", () => {
  const { losses } = encoded({ ...user, providerOptions: { lamella: { synthetic: true } } })
  expect(losses).toEqual([])
})

test('each loss and each repair names its own place, across messages and parts', () => {
  const lone = { type: 'text', text: 'a\uD800' } as const
  const { losses, repairs } = encodeOpenAIChat({
    system: [layer('a', 'Be kind.'), layer('b', '\uD800')],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'a' }, lone] },
      { role: 'user', content: '\uD800' },
      { role: 'assistant', content: [call('1'), call('2', { n: Number.NaN })] },
      { role: 'tool', content: [result('2', '\uD800')] },
      { role: 'tool', content: [result('1', '\uD800')], providerOptions: { anthropic: {} } },
      { role: 'assistant', content: '\uD800' },
      { role: 'user', content: '' },
    ],
    tools: [weather, { ...weather, name: 'b', description: '\uD800' }],
  })
  expect(losses.map(({ path }) => path)).toEqual(['messages[2].content[1]', 'messages[4]'])
  expect(repairs.map(({ path }) => path)).toEqual([
    'tools[1]',
    'system[1]',
    'messages[0].content[1]',
    'messages[1]',
    'messages[4].content[0]',
    'messages[3].content[0]',
    'messages[5]',
    'messages[6]',
  ])
})

test('extra fields are sent, but never replace a field of the message', () => {
  const extra = { name: 'Ann', role: 'system', content: 'no', tool_calls: [] }
  const { messages, losses } = encoded({ ...user, providerOptions: { openai: { extra } } })
  expect(messages).toEqual([{ ...user, name: 'Ann' }])
  expect(losses).toEqual(['provider-options', 'provider-options', 'provider-options'])
})

test('a refusal is sent as the only part of its message', () => {
  const refusal = { type: 'text', text: 'I will not.', providerOptions: { openai: { refusal: true } } } as const
  const { messages, losses } = encoded(
    { role: 'assistant', content: [refusal] },
    { role: 'assistant', content: [{ type: 'text', text: 'Sorry.' }, refusal] },
  )
  expect(messages[0]?.content).toEqual([{ type: 'refusal', refusal: 'I will not.' }])
  expect(messages[1]?.content).toEqual([
    { type: 'text', text: 'Sorry.' },
    { type: 'text', text: 'I will not.' },
  ])
  expect(losses).toEqual(['refusal'])
})

test('replaces lone surrogates with U+FFFD and keeps pairs', () => {
  const { messages, repairs } = encoded(
    { role: 'user', content: 'a\uD83D b😀 \uDE00' },
    { role: 'system', content: 'x\uDC00' },
  )
  expect(messages.map(({ content }) => content)).toEqual(['a\uFFFD b😀 \uFFFD', 'x\uFFFD'])
  expect(repairs).toEqual(['surrogate', 'surrogate'])
})

test('sends text that looks like a replacement pattern unchanged', () => {
  const system = [layer('a', "$$ $& $' $1"), layer('b', '$`')]
  expect(toOpenAIChat({ system, messages: [] }).messages[0]?.content).toBe("$$ $& $' $1\n\n$`")
})

test('the same context produces the same bytes', () => {
  const context = { system: [layer('a', 'One')], messages: [user], tools: [weather] }
  expect(JSON.stringify(toOpenAIChat(context))).toBe(JSON.stringify(toOpenAIChat(structuredClone(context))))
})

// The API's own error: "Expected a string that matches the pattern '^[^\\s<|\\\\/>]+$'".
test.for<[unknown, unknown, string[], string[]]>([
  ['Ann', 'Ann', [], []],
  ['José', 'José', [], []],
  ['Ann Smith', 'Ann_Smith', [], ['name']],
  ['a<|b>\\/c', 'a_b_c', [], ['name']],
  ['', undefined, ['provider-options'], []],
  [' ', undefined, ['provider-options'], []],
  [5, undefined, ['provider-options'], []],
])('the participant name %j is sent as %j', ([name, sent, lost, mended]) => {
  const providerOptions = { openai: { extra: { name: name as string, weight: 1 } } }
  const { messages, losses, repairs } = encoded(
    { role: 'system', content: 'Be kind.', providerOptions },
    { role: 'user', content: 'Hello', providerOptions },
    { role: 'assistant', content: 'Hi', providerOptions },
  )
  expect(messages.map((message) => (message as { name?: unknown }).name)).toEqual([sent, sent, sent])
  expect(messages.every((message) => 'weight' in message)).toBe(true)
  expect([losses, repairs]).toEqual([Array(3).fill(lost).flat(), Array(3).fill(mended).flat()])
})

test('invalid names, and names that differ only at their end, stay different', () => {
  const nameOf = (name: string): string => {
    const message = { role: 'user' as const, content: 'x', providerOptions: { openai: { extra: { name } } } }
    return (encoded(message).messages[0] as { name: string }).name
  }
  const names = ['///', '< >', `${'x'.repeat(80)}1`, `${'x'.repeat(80)}2`].map(nameOf)
  expect(new Set(names).size).toBe(4)
  for (const name of names) expect(name).toMatch(/^[^\s<|\\/>]{1,64}$/)
})
