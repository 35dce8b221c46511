import { decodeAnthropicResponse, decodeAnthropicStream, encodeAnthropic } from '@lamella/wire/anthropic'
import { describe, expect, test } from 'vitest'
import { deltasOf, problemIn, problemOf } from './collect.ts'

// The events have the form of "Streaming messages" in Anthropic's documentation.
const usage = { input_tokens: 25, cache_creation_input_tokens: 100, cache_read_input_tokens: 1_000, output_tokens: 1 }
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-4-8',
  content: [],
  stop_reason: null,
}
const start = { type: 'message_start', message: { ...message, usage } }
const block = (index: number, content_block: object, ...deltas: object[]): object[] => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
]
const text = (...pieces: string[]): object[] =>
  block(0, { type: 'text', text: '' }, ...pieces.map((piece) => ({ type: 'text_delta', text: piece })))
const end = (stop_reason = 'end_turn'): object[] => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 15 } },
  { type: 'message_stop' },
]

test('a text, with the usage of start and end', async () => {
  const stream = decodeAnthropicStream([start, { type: 'ping' }, ...text('Hello', '!'), ...end()])
  expect(await deltasOf(stream)).toEqual([
    { type: 'text', part: 0, text: 'Hello' },
    { type: 'text', part: 0, text: '!' },
  ])
  const { body, ...response } = await stream.response()
  expect(response).toEqual({
    messages: [{ role: 'assistant', content: [{ type: 'text', text: 'Hello!' }] }],
    calls: [],
    finishReason: 'stop',
    rawFinishReason: 'end_turn',
    usage: { inputTokens: 1_125, cachedInputTokens: 1_000, cacheWriteTokens: 100, outputTokens: 15 },
  })
  expect(body).toMatchObject({ id: 'msg_1', content: [{ type: 'text', text: 'Hello!' }], usage: { output_tokens: 15 } })
})

test('thinking with its signature, and a call whose JSON arrives in pieces', async () => {
  const stream = decodeAnthropicStream([
    start,
    ...block(
      0,
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: 'Hm' },
      { type: 'signature_delta', signature: 'EqQB' },
    ),
    ...block(1, { type: 'redacted_thinking', data: 'abc' }),
    ...block(
      2,
      { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} },
      { type: 'input_json_delta', partial_json: '' },
      { type: 'input_json_delta', partial_json: '{"city": "San' },
      { type: 'input_json_delta', partial_json: ' Francisco"}' },
    ),
    ...end('tool_use'),
  ])
  expect(await deltasOf(stream)).toEqual([
    { type: 'reasoning', part: 0, text: 'Hm' },
    { type: 'tool-input', part: 2, toolCallId: 'toolu_1', toolName: 'get_weather', text: '' },
    { type: 'tool-input', part: 2, toolCallId: 'toolu_1', toolName: 'get_weather', text: '{"city": "San' },
    { type: 'tool-input', part: 2, toolCallId: 'toolu_1', toolName: 'get_weather', text: ' Francisco"}' },
  ])
  const { messages, calls, finishReason } = await stream.response()
  const call = { type: 'tool-call', toolCallId: 'toolu_1', toolName: 'get_weather', input: { city: 'San Francisco' } }
  expect(messages).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm', providerOptions: { anthropic: { signature: 'EqQB' } } },
        { type: 'reasoning', text: '', providerOptions: { anthropic: { redactedData: 'abc' } } },
        call,
      ],
    },
  ])
  expect([calls, finishReason]).toEqual([[call], 'tool-calls'])
})

test('citations, tools that Anthropic runs, a summary at a threshold, and blocks of unknown types', async () => {
  const result = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [{ type: 'web_search_result' }] }
  const { body } = await decodeAnthropicStream([
    start,
    ...block(
      0,
      { type: 'compaction', content: null },
      { type: 'compaction_delta', content: 'So far', encrypted_content: 'e' },
    ),
    ...block(
      1,
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
      { type: 'input_json_delta', partial_json: '{"query":"x"}' },
    ),
    ...block(2, result),
    ...block(
      3,
      { type: 'text', text: '', citations: [] },
      { type: 'citations_delta', citation: { url: 'a' } },
      { type: 'text_delta', text: 'It is' },
      { type: 'citations_delta', citation: { url: 'b' } },
    ),
    ...block(4, { type: 'block_of_tomorrow', anything: 1 }),
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn', container: { id: 'c' } },
      usage: {},
      context_management: { applied_edits: [] },
    },
    { type: 'message_stop' },
  ]).response()
  expect(body).toMatchObject({
    content: [
      { type: 'compaction', content: 'So far', encrypted_content: 'e' },
      { type: 'server_tool_use', input: { query: 'x' } },
      result,
      { type: 'text', text: 'It is', citations: [{ url: 'a' }, { url: 'b' }] },
      { type: 'block_of_tomorrow', anything: 1 },
    ],
    container: { id: 'c' },
    context_management: { applied_edits: [] },
    usage,
  })
})

test('the model of the last fallback is the one that answered', async () => {
  const fallback = { type: 'fallback', from: { model: 'claude-opus-5' }, to: { model: 'claude-opus-4-8' } }
  const { body } = await decodeAnthropicStream([
    { ...start, message: { ...message, model: 'claude-opus-5' } },
    ...block(0, fallback),
    ...end(),
  ]).response()
  expect(body['model']).toBe('claude-opus-4-8')
})

test('unknown events and deltas are left out, and listed', async () => {
  const { messages, ignored } = await decodeAnthropicStream([
    start,
    { type: 'event_of_tomorrow' },
    ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Hi' }, { type: 'delta_of_tomorrow' }),
    ...end(),
  ]).response()
  expect(messages).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }])
  expect(ignored).toEqual(['event_of_tomorrow', 'delta_of_tomorrow'])
})

test('arguments that are not JSON are kept as text, which the encoder sends back', async () => {
  const torn = block(
    0,
    { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} },
    { type: 'input_json_delta', partial_json: '{"at": [1' },
  )
  const { messages, calls, finishReason } = await decodeAnthropicStream([
    start,
    ...torn,
    ...end('max_tokens'),
  ]).response()
  expect([calls[0]?.input, finishReason]).toEqual(['{"at": [1', 'length'])
  const { request } = encodeAnthropic(
    { messages: [{ role: 'user', content: 'Look' }, ...messages] },
    { model: 'claude-opus-4-8' },
  )
  expect(JSON.stringify(request)).toContain(JSON.stringify({ rawInvalidInput: '{"at": [1' }))
})

test('a stream that breaks off keeps text and finished blocks only', async () => {
  const { reason, partial } = await problemOf(
    decodeAnthropicStream([
      start,
      ...text('Let me'),
      ...block(1, { type: 'tool_use', id: 'a', name: 'look', input: {} }),
      ...block(2, { type: 'thinking', thinking: '', signature: '' }, { type: 'thinking_delta', thinking: 'Hm' }).slice(
        0,
        2,
      ),
      ...block(
        3,
        { type: 'tool_use', id: 'b', name: 'wait', input: {} },
        { type: 'input_json_delta', partial_json: '{"a' },
      ).slice(0, 2),
      ...block(4, { type: 'text', text: '' }, { type: 'text_delta', text: 'torn' }).slice(0, 2),
    ]).response(),
  )
  expect(reason).toBe('incomplete')
  expect(partial?.messages[0]?.content).toEqual([
    { type: 'text', text: 'Let me' },
    { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} },
    { type: 'text', text: 'torn' },
  ])
  expect(partial?.usage?.inputTokens).toBe(1_125)
  expect(partial?.torn).toEqual([
    { type: 'reasoning', text: 'Hm' },
    { type: 'tool-call', toolCallId: 'b', toolName: 'wait', text: '{"a' },
  ])
})

test('an error event has the error of the provider', async () => {
  const error = { type: 'overloaded_error', message: 'Overloaded' }
  const problem = await problemOf(decodeAnthropicStream([start, ...text('He'), { type: 'error', error }]).response())
  expect(problem).toMatchObject({
    reason: 'failed',
    error,
    what: 'Anthropic Messages reported an error: overloaded_error: Overloaded.',
  })
  expect(problem.partial?.messages).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'He' }] }])
  expect(await problemIn(() => decodeAnthropicResponse({ type: 'error', error }))).toMatchObject({
    reason: 'failed',
    error,
  })
})

describe('events out of order are an error', () => {
  const open = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
  const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'x' } }
  test.each([
    ['a block before the message', [open]],
    ['two messages', [start, start]],
    ['a delta of no block', [start, { ...delta, index: 1 }]],
    ['a block that starts twice', [start, open, open]],
    ['a delta after the stop', [start, open, { type: 'content_block_stop', index: 0 }, delta]],
    ['an index that is none', [start, { ...open, index: '0' }]],
    ['a start without a message', [{ type: 'message_start' }]],
    ['a block that is none', [start, { ...open, content_block: 'x' }]],
    ['a delta that is none', [start, open, { ...delta, delta: null }]],
  ])('%s', async (_, events) => {
    expect(await problemOf(decodeAnthropicStream(events).response())).toMatchObject({ reason: 'malformed' })
  })
})

test.each([
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'content-filter'],
  ['pause_turn', 'other'],
])('%s is %s', async (reason, expected) => {
  const { finishReason, rawFinishReason } = await decodeAnthropicStream([
    start,
    ...text('x'),
    ...end(reason),
  ]).response()
  expect([finishReason, rawFinishReason]).toEqual([expected, reason])
})
