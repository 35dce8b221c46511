import { isLamellaError, type JsonValue, type Message } from '@lamella/core'
import {
  type AnthropicOptions,
  decodeAnthropic,
  encodeAnthropic,
  fromAnthropic,
  toAnthropic,
} from '@lamella/wire/anthropic'
import { expect, test } from 'vitest'
import { png, weather } from '../fixtures.ts'
import { user } from './encoded.ts'
import { anthropic } from './parts.ts'

type Wire = { [key: string]: JsonValue }

const text = (value: string): Wire => ({ type: 'text', text: value })
const toolUse = (id: string, name = 'get_weather', input: Wire = {}): Wire => ({ type: 'tool_use', id, name, input })
const toolResult = (id: string, content: JsonValue = 'sunny'): Wire => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
})
const assistant = (...content: Wire[]): Wire => ({ role: 'assistant', content })
const users = (...content: Wire[]): Wire => ({ role: 'user', content })

/** Returns the messages after a lossless round trip. */
function roundTrip(...messages: unknown[]): unknown[] {
  return roundTripWith({}, ...messages)
}

function roundTripWith(options: AnthropicOptions, ...messages: unknown[]): unknown[] {
  const { request, losses, repairs } = encodeAnthropic(
    { messages: fromAnthropic(messages) },
    { unknownFields: 'send', ...options },
  )
  expect([losses, repairs]).toEqual([[], []])
  return request.messages
}

test('reads a conversation as canonical messages', () => {
  const messages = fromAnthropic([
    users(text('Weather?')),
    assistant(text('Let me see.'), toolUse('a', 'get_weather', { city: 'Bern' }), toolUse('b', 'now')),
    users(toolResult('b', 'noon'), toolResult('a'), text('And?')),
    { role: 'assistant', content: 'Sunny at noon.' },
  ])
  expect(messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me see.' },
        { type: 'tool-call', toolCallId: 'a', toolName: 'get_weather', input: { city: 'Bern' } },
        { type: 'tool-call', toolCallId: 'b', toolName: 'now', input: {} },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'b', toolName: 'now', output: { type: 'text', value: 'noon' } },
        { type: 'tool-result', toolCallId: 'a', toolName: 'get_weather', output: { type: 'text', value: 'sunny' } },
      ],
    },
    { role: 'user', content: [{ type: 'text', text: 'And?' }] },
    { role: 'assistant', content: 'Sunny at noon.' },
  ] satisfies Message[])
})

test('names a result after the preceding call with its id, whatever the id meant earlier', () => {
  const messages = fromAnthropic([
    assistant(toolUse('a', 'first')),
    users(toolResult('a')),
    assistant(toolUse('a', 'second')),
    users(toolResult('a'), toolResult('b')),
  ])
  const names = messages.flatMap((message) =>
    message.role === 'tool' ? message.content.map((part) => part.type === 'tool-result' && part.toolName) : [],
  )
  expect(names).toEqual(['first', 'second', ''])
})

test('merges assistant messages whose calls are answered together', () => {
  const messages = fromAnthropic([
    user,
    assistant(text('Two things.'), toolUse('a', 'first')),
    { role: 'assistant', content: 'Hm.' },
    assistant(toolUse('b', 'second')),
    users(toolResult('a')),
    users(toolResult('b')),
  ])
  expect(messages).toMatchObject([
    user,
    { content: [{ text: 'Two things.' }, { toolCallId: 'a' }, { text: 'Hm.' }, { toolCallId: 'b' }] },
    { content: [{ toolName: 'first' }] },
    { content: [{ toolName: 'second' }] },
  ])
  expect(encodeAnthropic({ messages }).request.messages).toEqual([
    user,
    assistant(text('Two things.'), text('Hm.'), toolUse('a', 'first'), toolUse('b', 'second')),
    users(toolResult('a'), toolResult('b')),
  ])
  // Without pending calls they stay unchanged.
  expect(fromAnthropic([assistant(text('a')), assistant(text('b'))])).toHaveLength(2)
})

test('keeps calls without results and results without calls for the core to repair', () => {
  const messages = fromAnthropic([assistant(toolUse('a')), user, users(toolResult('a')), users(toolResult('z'))])
  expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'tool', 'tool'])
})

test('round-trips every block of a user unchanged', () => {
  const pdf = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }
  const message = users(
    text('See:'),
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
    { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
    { type: 'image', source: { type: 'file', file_id: 'file_1' } },
    { type: 'document', source: pdf, title: 'T', context: 'C', citations: { enabled: true } },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'Grüße 😀' } },
    { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } },
    { type: 'document', source: { type: 'file', file_id: 'file_2' } },
    { type: 'document', source: { type: 'content', content: [text('a'), text('b')] }, title: 'Pieces' },
    { type: 'search_result', source: 's', title: 't', content: [text('x')], citations: { enabled: true } },
    { type: 'container_upload', file_id: 'file_3' },
    { type: 'block_of_the_future', n: [1] },
    { ...text('Bye.'), cache_control: { type: 'ephemeral', ttl: '1h' }, note: 1 },
  )
  expect(roundTrip(message)).toEqual([message])
})

test('round-trips every block of a result unchanged', () => {
  const content = [
    text('See:'),
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
    { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
    { type: 'image', source: { type: 'file', file_id: 'file_1' } },
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }, title: 'T' },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'hi' }, context: 'C' },
    { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } },
    { type: 'document', source: { type: 'file', file_id: 'file_2' } },
    { type: 'document', source: { type: 'content', content: [text('a')] } },
    { type: 'search_result', source: 's', title: 't', content: [text('x')] },
    { type: 'tool_reference', tool_name: 'get_weather' },
  ]
  const messages = [user, assistant(toolUse('a')), users(toolResult('a', content as JsonValue))]
  expect(roundTrip(...messages)).toEqual(messages)
})

test('preserves an image or a document with an unknown source', () => {
  const source = { type: 'future', at: 1 }
  const part = (type: string): Wire => ({ type, source })
  const [first, , third] = fromAnthropic([
    users(part('image'), part('document')),
    assistant(toolUse('a')),
    users(toolResult('a', [part('image'), part('document')])),
  ])
  expect(first?.content).toMatchObject([
    { type: 'text', text: '' },
    { type: 'text', text: '' },
  ])
  expect(third?.content).toMatchObject([{ output: { value: [{ type: 'custom' }, { type: 'custom' }] } }])
})

test('round-trips error flags, callers and cache marks', () => {
  const messages = [
    user,
    assistant({ ...toolUse('a'), caller: { type: 'direct' }, cache_control: { type: 'ephemeral' } }, toolUse('b')),
    users(
      { ...toolResult('a', 'No.'), is_error: true, cache_control: { type: 'ephemeral' } },
      { ...toolResult('b', [text('No.'), text('Never.')]), is_error: true, note: 1 },
    ),
  ]
  expect(roundTrip(...messages)).toEqual(messages)
})

test('round-trips thinking, redacted thinking and citations', () => {
  const messages = [
    user,
    assistant(
      { type: 'thinking', thinking: '', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'ZGF0YQ==' },
      { ...text('Bern.'), citations: [{ type: 'char_location', cited_text: 'x' }] },
    ),
    user,
  ]
  expect(roundTrip(...messages)).toEqual(messages)
})

test('keeps the role and the blocks of a system message', () => {
  const definition = { name: 'a', input_schema: { type: 'object' } }
  const blocks = [
    text('New rules.'),
    { type: 'tool_addition', tool: { type: 'tool_definition', definition } },
    { type: 'tool_removal', tool: { type: 'tool_reference', name: 'a' } },
  ]
  const messages = [
    { role: 'system', content: [], output_config: { effort: 'low' } },
    user,
    { role: 'system', content: 'New rules.' },
    assistant(text('a'), text('b')),
    user,
    { role: 'system', content: blocks },
    assistant(text('c'), text('d')),
    user,
    { role: 'system', content: 'Answer in one line.', clear_at: 'next_user_message', output_config: { effort: 'low' } },
  ]
  expect(roundTripWith({ model: 'claude-opus-4-8' }, ...messages)).toEqual(messages)
  expect(fromAnthropic(messages)[2]).toEqual({
    role: 'system',
    content: 'New rules.',
    ...anthropic({ role: 'system' }),
  })
})

test('omits meaningless fields', () => {
  const messages = [
    user,
    assistant({ ...text('a'), citations: null, cache_control: null }),
    user,
    assistant(toolUse('a')),
  ]
  const results = users({ ...toolResult('a'), is_error: false }, text('b'))
  expect(roundTrip(...messages, results)).toEqual([
    user,
    { role: 'assistant', content: 'a' },
    user,
    assistant(toolUse('a')),
    users(toolResult('a'), text('b')),
  ])
})

test('treats a field named __proto__ like any other', () => {
  const [message] = fromAnthropic([JSON.parse('{"role":"user","content":"x","__proto__":{"polluted":true}}')])
  expect(Object.getPrototypeOf(message?.providerOptions?.['anthropic']?.['unknownFields'])).toBe(Object.prototype)
  const wire = JSON.parse('{"role":"user","content":"x","__proto__":{"a":1}}')
  expect(JSON.stringify(roundTrip(wire))).toContain('"__proto__":{"a":1}')
})

test('reads a whole request as a context and writes it unchanged', () => {
  const request = {
    model: 'claude-sonnet-4-5',
    max_tokens: 2_048,
    system: [text('Be kind.'), { ...text('Be brief.'), cache_control: { type: 'ephemeral' } }],
    messages: [users(text('a'), text('b')), assistant(text('c'), text('d')), user],
    tools: [
      { name: 'get_weather', description: 'x', input_schema: weather.inputSchema as Wire, strict: true },
      { name: 'later', input_schema: { type: 'object', properties: {} }, defer_loading: true },
      { type: 'web_search_20250305', name: 'web_search', cache_control: { type: 'ephemeral' } },
    ],
    tool_choice: { type: 'tool', name: 'get_weather', disable_parallel_tool_use: true },
    temperature: 0.5,
    stop_sequences: ['END'],
    cache_control: { type: 'ephemeral' },
    output_config: { effort: 'low', format: { type: 'json_schema', schema: {} } },
    stream: true,
    metadata: { user_id: 'a' },
    mcp_servers: [{ type: 'url', url: 'https://example.com', name: 'm' }],
  }
  const context = decodeAnthropic(request)
  expect(context.system.map(({ content }) => content)).toEqual(['Be kind.', 'Be brief.'])
  expect(context.tools.map(({ name }) => name)).toEqual(['get_weather', 'later', 'web_search'])
  expect(context.parameters).toMatchObject({ model: 'claude-sonnet-4-5', maxOutputTokens: 2_048, temperature: 0.5 })
  const { request: again, losses, repairs } = encodeAnthropic(context, { system: 'per-layer' })
  expect([losses, repairs]).toEqual([[], []])
  expect(again).toEqual(request)
  const thinking = { type: 'enabled', budget_tokens: 1_024, display: 'omitted' }
  const { temperature: _, tool_choice: __, ...others } = request
  expect(toAnthropic(decodeAnthropic({ ...others, thinking }), { system: 'per-layer' })).toEqual({
    ...others,
    thinking,
  })
})

test("does not write the default type of the caller's tools", () => {
  const tool = { name: 'a', input_schema: { type: 'object', properties: {} } }
  const context = decodeAnthropic({
    messages: [user],
    tools: [
      { type: 'custom', ...tool },
      { type: null, ...tool, name: 'b' },
    ],
  })
  expect(toAnthropic(context).tools).toEqual([tool, { ...tool, name: 'b' }])
})

test('reads a minimal request', () => {
  expect(decodeAnthropic({ messages: [] })).toEqual({ system: [], messages: [], tools: [], parameters: {} })
})

test.for([
  ['nothing', null, 'messages'],
  ['text instead of a message', ['x'], 'messages[0]'],
  ['an unknown role', [{ role: 'tool', content: 'x' }], 'messages[0].role'],
  ['a user without content', [{ role: 'user' }], 'messages[0].content'],
  ['text instead of a block', [users('x' as never)], 'messages[0].content[0]'],
  ['a block without a type', [users({})], 'messages[0].content[0].type'],
  ['an image without a source', [users({ type: 'image' })], 'messages[0].content[0].source'],
  ['a text that is not text', [assistant({ type: 'text', text: 1 })], 'messages[0].content[0].text'],
  [
    'a signature that is not text',
    [assistant({ type: 'thinking', thinking: '', signature: 5 })],
    'messages[0].content[0].signature',
  ],
  ['a call without a name', [assistant({ type: 'tool_use', id: 'a' })], 'messages[0].content[0].name'],
  ['a result without an id', [users({ type: 'tool_result' })], 'messages[0].content[0].tool_use_id'],
  ['a number as a result', [users(toolResult('a', 1))], 'messages[0].content[0].content'],
  ['a piece without a type', [users(toolResult('a', [{}]))], 'messages[0].content[0].content[0].type'],
  ['a system message of a number', [{ role: 'system', content: 1 }], 'messages[0].content'],
] as [string, unknown, string][])('%s is an error with the path', ([, messages, path]) => {
  try {
    fromAnthropic(messages)
    expect.unreachable()
  } catch (error) {
    expect(isLamellaError(error, 'WIRE_DECODE') && error.details).toMatchObject({ path })
  }
})

test('values that are not requests are an error with the path', () => {
  expect(() => decodeAnthropic(undefined)).toThrow(/request must be an object.*WIRE_DECODE/)
  expect(() => decodeAnthropic({ messages: [], system: [{}] })).toThrow(/system\[0\]\.text/)
  expect(() => decodeAnthropic({ messages: [], tools: [{}] })).toThrow(/tools\[0\]\.type/)
  expect(() => decodeAnthropic({ messages: [], tools: [{ input_schema: {} }] })).toThrow(/tools\[0\]\.name/)
})
