import { isLamellaError } from '@lamella/core'
import { fromOpenAIChat, toOpenAIChat } from '@lamella/wire/openai-chat'
import { expect, test } from 'vitest'
import { png } from '../fixtures.ts'
import { deepFreeze } from '../freeze.ts'

const wireCall = (id: string, text = '{}', name = 'get_weather'): object => ({
  id,
  type: 'function',
  function: { name, arguments: text },
})
const roundTrip = (...messages: unknown[]): readonly unknown[] =>
  toOpenAIChat({ messages: fromOpenAIChat(deepFreeze(messages)) }, { unknownFields: 'send' }).messages

test('a conversation with calls becomes canonical messages', () => {
  expect(
    fromOpenAIChat([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: null, tool_calls: [wireCall('a', '{"city":"Bern"}'), wireCall('b', '', 'now')] },
      { role: 'tool', tool_call_id: 'b', content: 'noon' },
      { role: 'tool', tool_call_id: 'a', content: 'sunny' },
      { role: 'assistant', content: 'Sunny at noon.' },
    ]),
  ).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: [
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
    { role: 'assistant', content: 'Sunny at noon.' },
  ])
})

test('names a result after the preceding call with its id, whatever the id meant earlier', () => {
  const messages = fromOpenAIChat([
    { role: 'assistant', tool_calls: [wireCall('a', '{}', 'first')] },
    { role: 'tool', tool_call_id: 'a', content: '1' },
    { role: 'assistant', tool_calls: [wireCall('a', '{}', 'second'), wireCall('a', '{}', 'third')] },
    { role: 'tool', tool_call_id: 'a', content: '2' },
    { role: 'tool', tool_call_id: 'a', content: '3' },
  ])
  const names = messages.flatMap((message) =>
    message.role === 'tool' ? message.content.map((part) => part.type === 'tool-result' && part.toolName) : [],
  )
  expect(names).toEqual(['first', 'second', 'third'])
})

test('keeps calls without results and results without calls for the core to repair', () => {
  const messages = fromOpenAIChat([
    { role: 'assistant', tool_calls: [wireCall('a')] },
    { role: 'user', content: 'x' },
    { role: 'tool', tool_call_id: 'a', name: 'get_weather', content: '1' },
  ])
  expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'tool'])
  expect(messages[2]).toMatchObject({ content: [{ toolName: 'get_weather' }] })
})

test('every part of a user message round-trips unchanged', () => {
  const message = {
    role: 'user',
    name: 'Ann',
    content: [
      { type: 'text', text: 'See:' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${png}`, detail: 'low' } },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      { type: 'input_audio', input_audio: { data: 'SUQz', format: 'mp3' } },
      { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
      { type: 'file', file: { file_id: 'assistant-1' } },
      { type: 'text', text: 'Bye.', prompt_cache_breakpoint: { mode: 'explicit' } },
    ],
  }
  expect(roundTrip(message)).toEqual([message])
})

test('unknown fields are carried along and restored', () => {
  const messages = [
    { role: 'assistant', content: 'Hm.', reasoning_content: 'I thought.', name: 'bot' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ ...wireCall('a'), extra_content: { google: { thought_signature: 's' } } }],
    },
    { role: 'tool', tool_call_id: 'a', content: 'x', name: 'get_weather' },
  ]
  expect(roundTrip(...messages)).toEqual(messages)
})

test('treats a field named __proto__ like any other', () => {
  const [message] = fromOpenAIChat([JSON.parse('{"role":"user","content":"x","__proto__":{"polluted":true}}')])
  expect(Object.getPrototypeOf(message?.providerOptions?.['openai']?.['unknownFields'])).toBe(Object.prototype)
  expect(JSON.stringify(roundTrip(JSON.parse('{"role":"user","content":"x","__proto__":{"a":1}}')))).toContain(
    '"__proto__":{"a":1}',
  )
})

test('a developer message keeps its role', () => {
  const message = { role: 'developer', content: 'Be kind.' }
  expect(fromOpenAIChat([message])).toEqual([
    { role: 'system', content: 'Be kind.', providerOptions: { openai: { role: 'developer' } } },
  ])
  expect(roundTrip(message)).toEqual([message])
})

test('parts of a system message become lines of one text', () => {
  expect(
    fromOpenAIChat([
      {
        role: 'system',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
    ]),
  ).toEqual([{ role: 'system', content: 'a\nb' }])
})

test('a refusal round-trips as a part of the content', () => {
  const part = { type: 'refusal', refusal: 'No.' }
  expect(roundTrip({ role: 'assistant', content: null, refusal: 'No.' })).toEqual([
    { role: 'assistant', content: [part] },
  ])
  expect(roundTrip({ role: 'assistant', content: [part] })).toEqual([{ role: 'assistant', content: [part] }])
})

test('fields that are null are ignored', () => {
  const message = {
    role: 'assistant',
    content: 'Hi',
    refusal: null,
    audio: null,
    tool_calls: null,
    function_call: null,
  }
  expect(roundTrip(message)).toEqual([{ role: 'assistant', content: 'Hi' }])
})

test('a spoken answer is kept by its id', () => {
  const message = { role: 'assistant', content: null, audio: { id: 'audio_1' } }
  expect(roundTrip(message)).toEqual([message])
})

test.for(['{"id":12345678901234567890}', '{"n": 1e400}'])('the arguments %s are written back unchanged', (text) => {
  const messages = [
    { role: 'assistant', content: null, tool_calls: [wireCall('a', text)] },
    { role: 'tool', tool_call_id: 'a', content: 'x' },
  ]
  expect(roundTrip(...messages)).toEqual(messages)
})

// vllm-project/vllm#43995: servers parse the arguments of the history, and refuse each later request.
test.for(['{"city": "Bern', 'not json', '["Bern"]', '"Bern"', '7'])(
  'the arguments %s are sent as an object',
  (text) => {
    const sent = roundTrip(
      { role: 'assistant', content: null, tool_calls: [wireCall('a', text)] },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
    )
    const rawInvalidInput: unknown = text.startsWith('{') || text.startsWith('n') ? text : JSON.parse(text)
    expect(sent[0]).toMatchObject({ tool_calls: [{ function: { arguments: JSON.stringify({ rawInvalidInput }) } }] })
    expect(roundTrip(...sent)).toEqual(sent)
  },
)

test('arguments that are not JSON are text in the canonical call', () => {
  const [message] = fromOpenAIChat([{ role: 'assistant', tool_calls: [wireCall('a', 'not json')] }])
  expect(message).toMatchObject({ content: [{ input: 'not json' }] })
})

test('a call of a custom tool keeps its text', () => {
  const messages = [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'sql', input: 'select 1' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: '1' },
  ]
  expect(roundTrip(...messages)).toEqual(messages)
})

test('a legacy function call and its result become a tool call and its result', () => {
  expect(
    roundTrip(
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: null, function_call: { name: 'get_weather', arguments: '{}' } },
      { role: 'function', name: 'get_weather', content: 'sunny' },
    ),
  ).toEqual([
    { role: 'user', content: 'Weather?' },
    { role: 'assistant', content: null, tool_calls: [wireCall('call_1')] },
    { role: 'tool', tool_call_id: 'call_1', content: 'sunny' },
  ])
})

test.for([
  ['nothing', null, 'messages'],
  ['text instead of a message', ['x'], 'messages[0]'],
  ['an unknown role', [{ role: 'robot', content: 'x' }], 'messages[0].role'],
  ['a user without content', [{ role: 'user', content: null }], 'messages[0].content'],
  ['an unknown part', [{ role: 'user', content: [{ type: 'video' }] }], 'messages[0].content[0].type'],
  [
    'an image without an address',
    [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }],
    'messages[0].content[0].image_url.url',
  ],
  [
    'arguments that are not text',
    [{ role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'x', arguments: {} } }] }],
    'messages[0].tool_calls[0].function.arguments',
  ],
  ['a result without an id', [{ role: 'tool', content: 'x' }], 'messages[0].tool_call_id'],
] as [string, unknown, string][])('%s is an error with the path', ([, messages, path]) => {
  try {
    fromOpenAIChat(messages)
    expect.unreachable()
  } catch (error) {
    expect(isLamellaError(error, 'WIRE_DECODE') && error.details).toMatchObject({ path })
  }
})
