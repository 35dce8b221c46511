import { decodeOpenAIResponsesResponse, decodeOpenAIResponsesStream } from '@lamella/wire/openai-responses'
import { describe, expect, test } from 'vitest'
import { deltasOf, problemIn, problemOf } from './collect.ts'

// The events have the form of the API reference, "Streaming events".
const on = (name: string, fields: object): object => ({ type: `response.${name}`, ...fields })
const response = (more: object = {}): object => ({
  id: 'resp_1',
  object: 'response',
  status: 'in_progress',
  output: [],
  ...more,
})
const created = on('created', { response: response() })
const usage = {
  input_tokens: 30,
  input_tokens_details: { cached_tokens: 8, cache_write_tokens: 2 },
  output_tokens: 11,
  output_tokens_details: { reasoning_tokens: 6 },
}
const completed = on('completed', { response: response({ status: 'completed', usage }) })
const added = (output_index: number, item: object): object => on('output_item.added', { output_index, item })
const done = (output_index: number, item: object): object => on('output_item.done', { output_index, item })
const message = (content: readonly object[], status: string): object => {
  return { type: 'message', id: 'msg_1', role: 'assistant', status, content }
}
const part = { type: 'output_text', text: '', annotations: [] }
const at = { output_index: 0, item_id: 'msg_1', content_index: 0 }
const citation = { type: 'url_citation', url: 'https://a.example', start_index: 0, end_index: 1, title: 'A' }
const itemId = { providerOptions: { openai: { itemId: 'msg_1' } } }

test('a text with an annotation and usage', async () => {
  const stream = decodeOpenAIResponsesStream([
    created,
    on('in_progress', { response: response() }),
    added(0, message([], 'in_progress')),
    on('content_part.added', { ...at, part }),
    on('output_text.delta', { ...at, delta: 'Hel' }),
    on('output_text.delta', { ...at, delta: 'lo' }),
    on('output_text.annotation.added', { ...at, annotation_index: 0, annotation: citation }),
    on('output_text.done', { ...at, text: 'Hello' }),
    on('content_part.done', { ...at, part: { ...part, text: 'Hello', annotations: [citation] } }),
    done(0, message([{ ...part, text: 'Hello', annotations: [citation] }], 'completed')),
    completed,
  ])
  expect(await deltasOf(stream)).toEqual([
    { type: 'text', part: 0, text: 'Hel' },
    { type: 'text', part: 0, text: 'lo' },
  ])
  const { body, ...rest } = await stream.response()
  expect(rest).toEqual({
    messages: [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Hello', providerOptions: { openai: { itemId: 'msg_1', annotations: [citation] } } },
        ],
      },
    ],
    calls: [],
    finishReason: 'stop',
    rawFinishReason: 'completed',
    usage: { inputTokens: 30, cachedInputTokens: 8, cacheWriteTokens: 2, outputTokens: 11, reasoningTokens: 6 },
  })
  expect(body).toMatchObject({ id: 'resp_1', status: 'completed' })
})

test('reasoning with a summary, and calls of functions and custom tools', async () => {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'abc' }
  const summary = { output_index: 0, summary_index: 0 }
  const look = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'look', status: 'completed' }
  const sh = { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c2', name: 'sh' }
  const stream = decodeOpenAIResponsesStream([
    created,
    added(0, { type: 'reasoning', id: 'rs_1', summary: [] }),
    on('reasoning_summary_part.added', { ...summary, part: { type: 'summary_text', text: '' } }),
    on('reasoning_summary_text.delta', { ...summary, delta: 'Hm' }),
    on('reasoning_summary_text.done', { ...summary, text: 'Hm' }),
    on('reasoning_summary_part.done', { ...summary, part: { type: 'summary_text', text: 'Hm' } }),
    done(0, { ...reasoning, summary: [{ type: 'summary_text', text: 'Hm' }] }),
    added(1, { ...look, arguments: '' }),
    on('function_call_arguments.delta', { output_index: 1, delta: '{"at"' }),
    on('function_call_arguments.delta', { output_index: 1, delta: ':1}' }),
    on('function_call_arguments.done', { output_index: 1, arguments: '{"at":1}' }),
    done(1, { ...look, arguments: '{"at":1}' }),
    added(2, { ...sh, input: '' }),
    // Only the whole text.
    on('custom_tool_call_input.done', { output_index: 2, input: 'ls' }),
    done(2, { ...sh, input: 'ls' }),
    completed,
  ])
  expect(await deltasOf(stream)).toEqual([
    { type: 'reasoning', part: 0, text: 'Hm' },
    { type: 'tool-input', part: 1, toolCallId: 'c1', toolName: 'look', text: '' },
    { type: 'tool-input', part: 1, toolCallId: 'c1', toolName: 'look', text: '{"at"' },
    { type: 'tool-input', part: 1, toolCallId: 'c1', toolName: 'look', text: ':1}' },
    { type: 'tool-input', part: 2, toolCallId: 'c2', toolName: 'sh', text: '' },
    { type: 'tool-input', part: 2, toolCallId: 'c2', toolName: 'sh', text: 'ls' },
  ])
  const { messages, calls, finishReason } = await stream.response()
  expect(messages[0]?.content).toMatchObject([
    {
      type: 'reasoning',
      text: 'Hm',
      providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'abc' } },
    },
    { type: 'tool-call', toolCallId: 'c1', input: { at: 1 } },
    { type: 'tool-call', toolCallId: 'c2', input: 'ls' },
  ])
  expect([calls.map(({ toolCallId }) => toolCallId), finishReason]).toEqual([['c1', 'c2'], 'tool-calls'])
})

test('progress of tools that the API runs says nothing, and unknown events are listed', async () => {
  const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } }
  const { messages, ignored, calls } = await decodeOpenAIResponsesStream([
    created,
    added(0, { ...search, status: 'in_progress' }),
    ...['in_progress', 'searching', 'completed'].map((now) => on(`web_search_call.${now}`, { output_index: 0 })),
    on('image_generation_call.partial_image', { output_index: 9, partial_image_b64: 'AAAA' }),
    on('event_of_tomorrow', {}),
    { type: 'keepalive' },
    done(0, search),
    completed,
  ]).response()
  expect(messages[0]?.content).toMatchObject([
    { type: 'tool-call', toolName: 'web_search_call', providerExecuted: true },
  ])
  expect([ignored, calls]).toEqual([['response.event_of_tomorrow', 'keepalive'], []])
})

test('servers that announce no parts, or nothing but finished items', async () => {
  const text = [{ ...part, text: 'Hi' }]
  const unannounced = [
    created,
    added(0, message([], 'in_progress')),
    on('output_text.delta', { ...at, delta: 'Hi' }),
    completed,
  ]
  const { messages } = await decodeOpenAIResponsesStream(unannounced).response()
  expect(messages[0]?.content).toMatchObject([{ type: 'text', text: 'Hi' }])
  const finished = await decodeOpenAIResponsesStream([
    created,
    done(0, message(text, 'completed')),
    completed,
  ]).response()
  expect(finished.messages[0]?.content).toEqual([{ type: 'text', text: 'Hi', ...itemId }])
  // The whole response counts if its output is not empty.
  const only = on('completed', { response: response({ status: 'completed', output: [message(text, 'completed')] }) })
  expect((await decodeOpenAIResponsesStream([only]).response()).messages).toEqual(finished.messages)
})

test('an incomplete response is whole, and says why it ends', async () => {
  const cut = { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }
  const torn = { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"a', status: 'incomplete' }
  const { calls, finishReason, rawFinishReason } = await decodeOpenAIResponsesStream([
    created,
    done(0, torn),
    on('incomplete', { response: response(cut) }),
  ]).response()
  expect([calls[0]?.input, finishReason, rawFinishReason]).toEqual(['{"a', 'length', 'max_output_tokens'])
})

test('a response that failed, and an error event', async () => {
  const error = { code: 'server_error', message: 'The model failed.' }
  const failed = on('failed', { response: response({ status: 'failed', error }) })
  expect(await problemOf(decodeOpenAIResponsesStream([created, failed]).response())).toMatchObject({
    reason: 'failed',
    error,
  })
  const event = { type: 'error', code: 'rate_limit_exceeded', message: 'Slow down', param: null, sequence_number: 3 }
  expect(await problemOf(decodeOpenAIResponsesStream([created, event]).response())).toMatchObject({
    reason: 'failed',
    error: event,
    what: 'OpenAI Responses reported an error: error: Slow down.',
  })
  const whole = response({ status: 'failed', error })
  expect(await problemIn(() => decodeOpenAIResponsesResponse(whole))).toMatchObject({ reason: 'failed', error })
})

test('a stream that breaks off keeps finished items and text, without the id of what the API did not store', async () => {
  const { reason, partial } = await problemOf(
    decodeOpenAIResponsesStream([
      created,
      done(0, { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'look', arguments: '{}' }),
      added(1, { type: 'function_call', id: 'fc_2', call_id: 'c2', name: 'wait', arguments: '' }),
      on('function_call_arguments.delta', { output_index: 1, delta: '{"for' }),
      added(2, { type: 'reasoning', id: 'rs_1', summary: [] }),
      on('reasoning_summary_text.delta', { output_index: 2, summary_index: 0, delta: 'Hm' }),
      added(3, message([], 'in_progress')),
      on('output_text.delta', { ...at, output_index: 3, delta: 'Hel' }),
    ]).response(),
  )
  expect(reason).toBe('incomplete')
  expect(partial?.messages[0]?.content).toEqual([
    {
      type: 'tool-call',
      toolCallId: 'c1',
      toolName: 'look',
      input: {},
      providerOptions: { openai: { itemId: 'fc_1' } },
    },
    { type: 'text', text: 'Hel' },
  ])
  expect(partial?.torn).toEqual([
    { type: 'tool-call', toolCallId: 'c2', toolName: 'wait', text: '{"for' },
    { type: 'reasoning', text: 'Hm' },
  ])
})

test.each([0, 1])(
  'two calls with one id of an item are two, in the order of their indexes (ended first: %s)',
  async (first) => {
    const look = (place: number, text: string): Readonly<Record<string, unknown>> => {
      const fields = { type: 'function_call', id: 'fc_1', call_id: `c${place}`, name: 'look' }
      return { ...fields, arguments: text }
    }
    const piece = (place: number): object =>
      on('function_call_arguments.delta', { output_index: place, item_id: 'fc_1', delta: `{"at":${place}}` })
    const second = 1 - first
    const { partial } = await problemOf(
      decodeOpenAIResponsesStream([
        ...[created, added(0, look(0, '')), added(1, look(1, '')), piece(first), piece(second)],
        ...[done(first, look(first, `{"at":${first}}`)), done(second, look(second, `{"at":${second}}`))],
      ]).response(),
    )
    expect(partial?.messages[0]?.content).toMatchObject([
      { type: 'tool-call', toolCallId: 'c0', input: { at: 0 } },
      { type: 'tool-call', toolCallId: 'c1', input: { at: 1 } },
    ])
  },
)

test('a last event that has only the second of two calls with one id leaves both', async () => {
  const look = { type: 'function_call', id: 'fc_1', name: 'look', arguments: '{}' }
  const [one, two] = [
    { ...look, call_id: 'c1' },
    { ...look, call_id: 'c2' },
  ]
  const ended = { type: 'response.completed', response: response({ status: 'completed', output: [two] }) }
  const { calls } = await decodeOpenAIResponsesStream([created, done(0, one), done(1, two), ended]).response()
  expect(calls.map(({ toolCallId }) => toolCallId).sort()).toEqual(['c1', 'c2'])
})

test.each([true, false])(
  'two items that the server ran under one id are two (with their starts: %s)',
  async (starts) => {
    const run = (code: string): Readonly<Record<string, unknown>> => {
      return { type: 'code_interpreter_call', id: 'ci_1', container_id: 'c', code, outputs: [], status: 'completed' }
    }
    const events = ['1', '2'].flatMap((code, place) => [
      ...(starts ? [added(place, { ...run(''), status: 'in_progress' })] : []),
      done(place, run(code)),
    ])
    const { partial } = await problemOf(decodeOpenAIResponsesStream([created, ...events]).response())
    expect(partial?.messages[0]?.content).toMatchObject([{ input: { code: '1' } }, { input: { code: '2' } }])
  },
)

test('a second item under the id of one that has ended is no second end, where no starts are sent', async () => {
  const look = { type: 'function_call', id: 'fc_1', name: 'look', arguments: '{}' }
  const items = ['c1', 'c2'].map((id) => ({ ...look, call_id: id }))
  const ended = { type: 'response.completed', response: response({ status: 'completed', output: items }) }
  const { mended, calls } = await decodeOpenAIResponsesStream([
    created,
    ...items.map((item, place) => done(place, item)),
    ended,
  ]).response()
  expect(calls).toHaveLength(2)
  expect(mended).toBeUndefined()
})

describe('events out of order are an error', () => {
  const item = message([], 'in_progress')
  test.each([
    ['a delta of no item', [created, on('output_text.delta', { ...at, delta: 'x' })]],
    ['an item that starts twice', [created, added(0, item), added(0, item)]],
    ['an item that ends twice', [created, done(0, item), done(0, item)]],
    ['a delta after the end', [created, done(0, item), on('output_text.delta', { ...at, delta: 'x' })]],
    ['an index that is none', [created, added(-1, item)]],
    ['an item that is none', [created, on('output_item.added', { output_index: 0, item: 'x' })]],
    ['an end that is none', [created, on('output_item.done', { output_index: 0 })]],
    ['a part that is none', [created, added(0, item), on('content_part.added', { ...at, part: 1 })]],
    ['a response that is none', [on('created', {})]],
  ])('%s', async (_, events) => {
    expect(await problemOf(decodeOpenAIResponsesStream(events).response())).toMatchObject({ reason: 'malformed' })
  })
})
