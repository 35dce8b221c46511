import { decodeOpenAIChatResponse, decodeOpenAIChatStream } from '@lamella/wire/openai-chat'
import { describe, expect, test } from 'vitest'
import { deltasOf, problemIn, problemOf } from './collect.ts'

// The chunks have the form of the API reference, "The chat completion chunk object".
const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'gpt-4o-2024-08-06' }
const chunk = (delta: object, finish_reason: string | null = null, index = 0): object => ({
  ...base,
  choices: [{ index, delta, finish_reason }],
})
const end = (reason = 'stop'): object => chunk({}, reason)
const calls = (...tool_calls: object[]): object => chunk({ tool_calls })
const call = (id: string, toolName: string, input: unknown): object => ({
  type: 'tool-call',
  toolCallId: id,
  toolName,
  input,
})

test('a text with its usage', async () => {
  const stream = decodeOpenAIChatStream([
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: 'Hello' }),
    chunk({ content: '!' }),
    end(),
    {
      ...base,
      choices: [],
      usage: {
        prompt_tokens: 20,
        completion_tokens: 7,
        total_tokens: 27,
        prompt_tokens_details: { cached_tokens: 16 },
        completion_tokens_details: { reasoning_tokens: 5 },
      },
    },
  ])
  expect(await deltasOf(stream)).toEqual([
    { type: 'text', part: 0, text: 'Hello' },
    { type: 'text', part: 0, text: '!' },
  ])
  const { body, ...response } = await stream.response()
  expect(response).toEqual({
    messages: [{ role: 'assistant', content: 'Hello!' }],
    calls: [],
    finishReason: 'stop',
    rawFinishReason: 'stop',
    usage: { inputTokens: 20, cachedInputTokens: 16, outputTokens: 7, reasoningTokens: 5 },
  })
  expect(body).toMatchObject({ id: 'chatcmpl-1', object: 'chat.completion', model: 'gpt-4o-2024-08-06' })
})

test('calls by index, whose first piece has id and name', async () => {
  const stream = decodeOpenAIChatStream([
    calls({ index: 0, id: 'a', type: 'function', function: { name: 'look', arguments: '' } }),
    calls({ index: 0, function: { arguments: '{"at"' } }),
    calls({ index: 1, id: 'b', type: 'function', function: { name: 'wait', arguments: '' } }),
    calls({ index: 0, function: { arguments: ':1}' } }),
    end('tool_calls'),
  ])
  expect(await deltasOf(stream)).toEqual([
    { type: 'tool-input', part: 0, toolCallId: 'a', toolName: 'look', text: '' },
    { type: 'tool-input', part: 0, toolCallId: 'a', toolName: 'look', text: '{"at"' },
    { type: 'tool-input', part: 1, toolCallId: 'b', toolName: 'wait', text: '' },
    { type: 'tool-input', part: 0, toolCallId: 'a', toolName: 'look', text: ':1}' },
  ])
  const response = await stream.response()
  const content = [call('a', 'look', { at: 1 }), call('b', 'wait', {})]
  expect(response.messages).toEqual([{ role: 'assistant', content }])
  expect(response.calls).toEqual(content)
  expect(response.finishReason).toBe('tool-calls')
})

describe('servers that number calls in their own way', () => {
  const first = { id: 'a', function: { name: 'look', arguments: '{"at":1}' } }
  const second = { id: 'b', function: { name: 'look', arguments: '{"at":2}' } }
  test.each([
    ['all with the index 0', [calls({ index: 0, ...first }), calls({ index: 0, ...second })]],
    ['without index', [calls(first), calls(second)]],
    [
      'without index, in pieces',
      [
        calls({ ...first, function: { name: 'look', arguments: '{"at":' } }),
        calls({ function: { arguments: '1}' } }),
        calls(second),
      ],
    ],
    ['in another order', [calls({ index: 1, ...second }), calls({ index: 0, ...first })]],
    [
      'with the id in each piece',
      [
        calls({ index: 0, ...first, function: { name: 'look', arguments: '{"at":' } }),
        calls({ index: 0, id: 'a', function: { arguments: '1}' } }),
        calls({ index: 1, ...second }),
      ],
    ],
    ['far apart', [calls({ index: 5, ...first }), calls({ index: 1_000_000_000, ...second })]],
  ])('%s', async (_, chunks) => {
    // `stop` although there are calls, as some servers say.
    const response = await decodeOpenAIChatStream([...chunks, end('stop')]).response()
    expect(response.calls).toEqual([call('a', 'look', { at: 1 }), call('b', 'look', { at: 2 })])
    expect(response.finishReason).toBe('tool-calls')
  })
})

test('refusals, reasoning, custom tools, and the call of older models', async () => {
  const message = async (...chunks: object[]): Promise<unknown> =>
    (await decodeOpenAIChatStream([...chunks, end()]).response()).messages[0]?.content
  expect(await message(chunk({ refusal: 'No' }), chunk({ refusal: '.' }))).toEqual([
    { type: 'text', text: 'No.', providerOptions: { openai: { refusal: true } } },
  ])
  expect(
    await message(
      calls({ index: 0, id: 'a', type: 'custom', custom: { name: 'sh', input: 'l' } }),
      calls({ index: 0, custom: { input: 's' } }),
    ),
  ).toEqual([{ ...call('a', 'sh', 'ls'), providerOptions: { openai: { custom: true } } }])
  expect(
    await message(
      chunk({ function_call: { name: 'look', arguments: '{"a' } }),
      chunk({ function_call: { arguments: '":1}' } }),
    ),
  ).toEqual([call('call_0', 'look', { a: 1 })])
})

test('reasoning that servers stream beside the text comes back where requests have it', async () => {
  const stream = decodeOpenAIChatStream([
    chunk({ reasoning_content: 'Hm', reasoning: 'Hm' }),
    chunk({ reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Hm' }] }),
    chunk({ reasoning_details: [{ type: 'reasoning.text', index: 0, text: '.', signature: 'sig' }] }),
    chunk({ reasoning_details: [{ type: 'reasoning.encrypted', index: 1, data: 'abc' }] }),
    chunk({ content: 'Yes' }),
    end(),
  ])
  expect(await deltasOf(stream)).toEqual([
    { type: 'reasoning', part: 0, text: 'Hm' },
    { type: 'text', part: 1, text: 'Yes' },
  ])
  const { messages } = await stream.response()
  expect(messages[0]?.providerOptions).toEqual({
    openai: {
      extra: {
        reasoning_content: 'Hm',
        reasoning: 'Hm',
        reasoning_details: [
          { type: 'reasoning.text', index: 0, text: 'Hm.', signature: 'sig' },
          { type: 'reasoning.encrypted', index: 1, data: 'abc' },
        ],
      },
    },
  })
})

test('one of several choices, with all of them in the body', async () => {
  const chunks = [chunk({ content: 'a' }), chunk({ content: 'b' }, null, 1), chunk({}, 'stop', 1), end()]
  const stream = decodeOpenAIChatStream(chunks, { choice: 1 })
  expect(await deltasOf(stream)).toEqual([{ type: 'text', part: 0, text: 'b' }])
  const { messages, body } = await stream.response()
  expect(messages).toEqual([{ role: 'assistant', content: 'b' }])
  expect(decodeOpenAIChatResponse(body).messages).toEqual([{ role: 'assistant', content: 'a' }])
})

test('log probabilities, audio and fields of the server are in the body, and audio in the message is its id', async () => {
  const { messages, body } = await decodeOpenAIChatStream([
    { ...base, choices: [], prompt_filter_results: [{ prompt_index: 0 }] },
    {
      ...base,
      choices: [{ index: 0, delta: { audio: { id: 'audio_1', data: 'QU' } }, logprobs: { content: [{ token: 'a' }] } }],
    },
    {
      ...base,
      choices: [
        { index: 0, delta: { audio: { data: 'I=', transcript: 'Hi' } }, logprobs: { content: [{ token: 'b' }] } },
      ],
    },
    end(),
  ]).response()
  expect(body).toMatchObject({
    prompt_filter_results: [{ prompt_index: 0 }],
    choices: [
      {
        logprobs: { content: [{ token: 'a' }, { token: 'b' }] },
        message: { audio: { id: 'audio_1', data: 'QUI=', transcript: 'Hi' } },
      },
    ],
  })
  expect(messages[0]?.providerOptions).toEqual({ openai: { extra: { audio: { id: 'audio_1' } } } })
})

test('a server that ignores `stream` sends the whole response', async () => {
  const message = { role: 'assistant', content: 'Hello', refusal: null, annotations: [] }
  const body = { id: 'x', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] }
  const { messages } = await decodeOpenAIChatStream([JSON.stringify(body)]).response()
  expect(messages).toEqual([{ role: 'assistant', content: 'Hello' }])
  expect(decodeOpenAIChatResponse(body).messages).toEqual(messages)
})

test('errors of the provider, and bodies that are no responses', async () => {
  const error = { message: 'Overloaded', code: 502 }
  const failed = await problemOf(
    decodeOpenAIChatStream([chunk({ content: 'He' }), { ...base, error, choices: [] }]).response(),
  )
  expect(failed).toMatchObject({
    reason: 'failed',
    error,
    partial: { messages: [{ role: 'assistant', content: 'He' }] },
  })
  expect(failed.what).toBe('OpenAI Chat reported an error: 502: Overloaded.')
  expect(await problemIn(() => decodeOpenAIChatResponse({ error }))).toMatchObject({ reason: 'failed', error })
  for (const body of [
    null,
    'text',
    {},
    { choices: [] },
    { choices: [{ index: 3 }, { index: 4 }] },
    { choices: [{ index: 1, message: { content: 'Another choice' } }] },
    { type: 'message', content: [] },
  ])
    expect(await problemIn(() => decodeOpenAIChatResponse(body))).toMatchObject({ reason: 'malformed' })
  const nameless = { choices: [{ index: 0, message: { tool_calls: [{ id: 'a', function: { arguments: '{}' } }] } }] }
  expect(await problemIn(() => decodeOpenAIChatResponse(nameless))).toMatchObject({
    reason: 'malformed',
    cause: { code: 'WIRE_DECODE' },
  })
})

test('a stream that breaks off keeps texts and whole calls, and tells which calls are torn', async () => {
  const { reason, partial } = await problemOf(
    decodeOpenAIChatStream([
      chunk({ content: 'Let me' }),
      calls({ index: 0, id: 'a', function: { name: 'look', arguments: '{"at":1}' } }),
      calls({ index: 1, id: 'b', function: { name: 'wait', arguments: '{"for":1' } }),
    ]).response(),
  )
  expect(reason).toBe('incomplete')
  expect(partial).toEqual({
    messages: [{ role: 'assistant', content: [{ type: 'text', text: 'Let me' }, call('a', 'look', { at: 1 })] }],
    usage: undefined,
    torn: [{ type: 'tool-call', toolCallId: 'b', toolName: 'wait', text: '{"for":1' }],
  })
})
