import { isLamellaError } from '@lamella/core'
import { decodeOpenAIResponses, fromOpenAIResponses } from '@lamella/wire/openai-responses'
import { expect, test } from 'vitest'
import { deepFreeze } from '../freeze.ts'
import { encoded, openai } from './encoded.ts'

const wireCall = (call_id: string, text = '{}', name = 'get_weather'): object => ({
  type: 'function_call',
  call_id,
  name,
  arguments: text,
})
const wireOutput = (call_id: string, output: unknown = 'x'): object => ({
  type: 'function_call_output',
  call_id,
  output,
})
const roundTrip = (...input: object[]): readonly unknown[] =>
  encoded(fromOpenAIResponses(deepFreeze(input)), { unknownFields: 'send' }).input

test('a conversation with calls becomes canonical messages', () => {
  expect(
    fromOpenAIResponses([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Weather?' },
      { role: 'assistant', content: 'Let me see.' },
      wireCall('a', '{"city":"Bern"}'),
      wireCall('b', '', 'now'),
      wireOutput('b', 'noon'),
      wireOutput('a', 'sunny'),
      { role: 'assistant', content: 'Sunny at noon.' },
    ]),
  ).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Weather?' },
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
    { role: 'assistant', content: 'Sunny at noon.' },
  ])
})

test('the items of an answer become parts under the names of the AI SDK', () => {
  expect(
    fromOpenAIResponses([
      {
        type: 'reasoning',
        id: 'rs_1',
        encrypted_content: 'c2ln',
        summary: [
          { type: 'summary_text', text: 'One' },
          { type: 'summary_text', text: 'Two' },
        ],
      },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        phase: 'commentary',
        content: [
          { type: 'output_text', text: 'a', annotations: [{ type: 'file_path' }], logprobs: [] },
          { type: 'refusal', refusal: 'b' },
        ],
      },
      { ...wireCall('a'), id: 'fc_1', status: 'completed', namespace: 'n' },
    ]),
  ).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'One', ...openai({ itemId: 'rs_1', reasoningEncryptedContent: 'c2ln' }) },
        { type: 'reasoning', text: 'Two', ...openai({ itemId: 'rs_1' }) },
        {
          type: 'text',
          text: 'a',
          ...openai({ itemId: 'msg_1', phase: 'commentary', annotations: [{ type: 'file_path' }] }),
        },
        { type: 'text', text: 'b', ...openai({ itemId: 'msg_1', phase: 'commentary', refusal: true }) },
        {
          type: 'tool-call',
          toolCallId: 'a',
          toolName: 'get_weather',
          input: {},
          ...openai({ itemId: 'fc_1', itemExtra: { status: 'completed', namespace: 'n' } }),
        },
      ],
    },
  ])
})

test('a text becomes a user message', () => {
  expect(fromOpenAIResponses('Hello')).toEqual([{ role: 'user', content: 'Hello' }])
})

test('every item of an answer round-trips unchanged', () => {
  const items = [
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'c2ln' },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'incomplete',
      phase: 'final_answer',
      content: [
        { type: 'output_text', text: 'a', annotations: [], logprobs: [{ token: 'a', logprob: 0 }] },
        { type: 'refusal', refusal: 'b' },
      ],
    },
    { type: 'reasoning', id: 'rs_2', summary: [], content: [{ type: 'reasoning_text', text: 'Open.' }] },
    { ...wireCall('a'), id: 'fc_1', status: 'completed', caller: { type: 'direct' } },
    { type: 'custom_tool_call', call_id: 'b', name: 'sql', input: 'select 1', id: 'ctc_1' },
    wireOutput('a'),
    { type: 'custom_tool_call_output', call_id: 'b', output: '1' },
  ]
  expect(roundTrip(...items)).toEqual(items)
})

test('an assistant message in the long form without an id becomes texts', () => {
  const part = (text: string): object => ({ type: 'output_text', text, annotations: [] })
  expect(roundTrip({ type: 'message', role: 'assistant', content: [part('a'), part('b')] })).toEqual([
    { role: 'assistant', content: 'a' },
    { role: 'assistant', content: 'b' },
  ])
})

test('user and system messages in the long form become short ones', () => {
  expect(
    roundTrip(
      { type: 'message', id: 'msg_1', status: 'completed', role: 'user', content: [{ type: 'input_text', text: 'a' }] },
      {
        type: 'message',
        role: 'developer',
        content: [
          { type: 'input_text', text: 'b' },
          { type: 'input_text', text: 'c' },
        ],
      },
    ),
  ).toEqual([
    { role: 'user', content: 'a', status: 'completed' },
    { role: 'developer', content: 'b\nc' },
  ])
})

test('fields that are null are ignored, and unknown ones round-trip', () => {
  const call = { ...wireCall('a'), id: null, status: null, novelty: [1] }
  expect(roundTrip(call, wireOutput('a'))).toEqual([{ ...wireCall('a'), novelty: [1] }, wireOutput('a')])
})

test('treats a field named __proto__ like any other', () => {
  const [message] = fromOpenAIResponses(JSON.parse('[{"role":"user","content":"x","__proto__":{"polluted":true}}]'))
  expect(Object.getPrototypeOf(message?.providerOptions?.['openai']?.['unknownFields'])).toBe(Object.prototype)
  const item = JSON.parse('{"type":"web_search_call","id":"ws_1","__proto__":{"a":1}}') as object
  expect(JSON.stringify(roundTrip(item))).toBe(JSON.stringify([item]))
})

test.for(['{"id":12345678901234567890}', '{"n": 1e400}'])('the arguments %s are written back unchanged', (text) => {
  const items = [wireCall('a', text), wireOutput('a')]
  expect(roundTrip(...items)).toEqual(items)
})

test('arguments that are no JSON object are sent as one', () => {
  const sent = roundTrip(wireCall('a', '{"city": "Bern'), wireOutput('a'))
  expect(sent).toEqual([wireCall('a', '{"rawInvalidInput":"{\\"city\\": \\"Bern"}'), wireOutput('a')])
  expect(roundTrip(...(sent as object[]))).toEqual(sent)
})

test('keeps calls without results and results without calls for the core to repair', () => {
  const messages = fromOpenAIResponses([wireCall('a'), { role: 'user', content: 'x' }, wireOutput('b')])
  expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'tool'])
})

test('a result is found later in the input, after other messages, as the API finds it', () => {
  expect(roundTrip(wireCall('a'), { role: 'user', content: 'x' }, wireOutput('a'))).toEqual([
    wireCall('a'),
    wireOutput('a'),
    { role: 'user', content: 'x' },
  ])
})

test.for([
  ['nothing', null, 'input'],
  ['text instead of an item', ['x'], 'input[0]'],
  ['a type that is not text', [{ type: 1 }], 'input[0].type'],
  ['an unknown role', [{ role: 'tool', content: 'x' }], 'input[0].role'],
  ['a user without content', [{ role: 'user', content: null }], 'input[0].content'],
  ['a part of OpenAI Chat', [{ role: 'user', content: [{ type: 'text', text: 'x' }] }], 'input[0].content[0].type'],
  [
    'an image that is an object',
    [{ role: 'user', content: [{ type: 'input_image', image_url: {} }] }],
    'input[0].content[0].image_url',
  ],
  [
    'an input part of the assistant',
    [{ role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }],
    'input[0].content[0].type',
  ],
  [
    'arguments that are not text',
    [{ type: 'function_call', call_id: 'a', name: 'x', arguments: {} }],
    'input[0].arguments',
  ],
  ['a result without an id', [{ type: 'function_call_output', output: 'x' }], 'input[0].call_id'],
  ['an output that is an object', [wireCall('a'), wireOutput('a', {})], 'input[1].output'],
] as [string, unknown, string][])('%s is an error with the path', ([, input, path]) => {
  try {
    fromOpenAIResponses(input)
    expect.unreachable()
  } catch (error) {
    expect(isLamellaError(error, 'WIRE_DECODE') && error.details).toMatchObject({ path })
  }
})

test('values that are not requests are an error with the path', () => {
  expect(() => decodeOpenAIResponses(undefined)).toThrow(/request must be an object.*WIRE_DECODE/)
  expect(() => decodeOpenAIResponses({ input: [], tools: [{ type: 'function' }] })).toThrow(/tools\[0\]\.name/)
  expect(() => decodeOpenAIResponses({ input: [], instructions: ['x'] })).toThrow(/instructions/)
})
