import type { Message } from '@lamella/core'
import { decodeAnthropicResponse, decodeAnthropicStream, encodeAnthropic } from '@lamella/wire/anthropic'
import { decodeGeminiResponse } from '@lamella/wire/gemini'
import {
  decodeOpenAIChatResponse,
  decodeOpenAIChatStream,
  encodeOpenAIChat,
  fromOpenAIChat,
} from '@lamella/wire/openai-chat'
import { decodeOpenAIResponsesResponse, decodeOpenAIResponsesStream } from '@lamella/wire/openai-responses'
import { describe, expect, test } from 'vitest'
import { deltasOf, problemIn, problemOf } from './collect.ts'

type Called = { readonly toolName: string; readonly input: unknown }
const facts = (calls: readonly Called[]): unknown => calls.map(({ toolName, input }) => [toolName, input])

describe('streamed calls of OpenAI Chat without ids', () => {
  const chunk = (delta: object, finish_reason: string | null = null): object => ({
    choices: [{ index: 0, delta, finish_reason }],
  })
  const call = (name: string, path: string, index?: number): object => ({
    ...(index !== undefined && { index }),
    type: 'function',
    function: { name, arguments: JSON.stringify({ path }) },
  })
  const zero = [call('read_file', 'p0', 0), call('write_file', 'p1', 0), call('read_file', 'p2', 0)]
  const numbered = [call('read_file', 'p0', 0), call('write_file', 'p1', 1), call('read_file', 'p2', 2)]
  const none = [call('read_file', 'p0'), call('write_file', 'p1'), call('read_file', 'p2')]
  const start = chunk({ role: 'assistant', content: 'I look.' })
  const end = chunk({}, 'tool_calls')
  const each = (calls: readonly object[]): object[] => calls.map((one) => chunk({ tool_calls: [one] }))

  test.each([
    ['all numbered 0, a chunk each', each(zero)],
    ['all numbered 0, in one chunk', [chunk({ tool_calls: zero })]],
    ['numbered', each(numbered)],
    ['without numbers', each(none)],
    ['without numbers, in one chunk', [chunk({ tool_calls: none })]],
  ])('%s: each call keeps its name and arguments, and gets an id of its own', async (_, chunks) => {
    const read = async (): Promise<ReturnType<typeof decodeOpenAIChatResponse>> =>
      decodeOpenAIChatStream([start, ...chunks, end]).response()
    const { messages, calls, mended } = await read()
    expect(facts(calls)).toEqual([
      ['read_file', { path: 'p0' }],
      ['write_file', { path: 'p1' }],
      ['read_file', { path: 'p2' }],
    ])
    expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(3)
    expect(calls.every(({ toolCallId }) => /^call_[0-9a-f]{8}$/.test(toolCallId))).toBe(true)
    expect(messages[0]?.content[0]).toEqual({ type: 'text', text: 'I look.' })
    expect(mended?.map(({ code }) => code)).toEqual(['call-id', 'call-id', 'call-id'])
    expect((await read()).messages).toEqual(messages)
    const ids = (await deltasOf(decodeOpenAIChatStream([start, ...chunks, end]))).flatMap((delta) =>
      delta.type === 'tool-input' ? [delta.toolCallId] : [],
    )
    expect([...new Set(ids)]).toEqual(calls.map(({ toolCallId }) => toolCallId))
  })

  test('a whole response without ids gives the same calls', () => {
    const message = { role: 'assistant', content: 'I look.', tool_calls: numbered }
    const { calls } = decodeOpenAIChatResponse({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] })
    expect(facts(calls)).toEqual([
      ['read_file', { path: 'p0' }],
      ['write_file', { path: 'p1' }],
      ['read_file', { path: 'p2' }],
    ])
  })

  test('ids of two responses differ if the responses have ids', () => {
    const read = (id: string): string | undefined =>
      decodeOpenAIChatResponse({
        id,
        choices: [{ index: 0, message: { tool_calls: numbered }, finish_reason: 'stop' }],
      }).calls[0]?.toolCallId
    expect(read('chatcmpl-1')).not.toBe(read('chatcmpl-2'))
  })

  test.each([
    ['that come late', ['', 'look'], 'look'],
    ['in pieces, under one id', ['get_', 'weather'], 'get_weather'],
    ['that repeat', ['look', 'look'], 'look'],
  ])('names %s are one name', async (_, [first, second], expected) => {
    const { calls } = await decodeOpenAIChatStream([
      chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: first, arguments: '{"at"' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { name: second, arguments: ':1}' } }] }),
      end,
    ]).response()
    expect(facts(calls)).toEqual([[expected, { at: 1 }]])
  })

  test('two calls of one tool, whose names come before their arguments, are two calls', async () => {
    const piece = (held: object): object => chunk({ tool_calls: [{ index: 0, function: held }] })
    const { calls } = await decodeOpenAIChatStream([
      piece({ name: 'look', arguments: '' }),
      piece({ arguments: '{"at":1}' }),
      piece({ name: 'look', arguments: '' }),
      piece({ arguments: '{"at":2}' }),
      end,
    ]).response()
    expect(facts(calls)).toEqual([
      ['look', { at: 1 }],
      ['look', { at: 2 }],
    ])
  })

  test('the whole call again at the end is not a second call', async () => {
    const whole = { index: 0, id: 'a', function: { name: 'look', arguments: '{"at":1}' } }
    const { calls } = await decodeOpenAIChatStream([...each([whole, whole]), end]).response()
    expect(facts(calls)).toEqual([['look', { at: 1 }]])
  })

  test('a call without a name is an error with everything else in `partial`', async () => {
    const nameless = { id: 'b', function: { arguments: '{"at":2}' } }
    const message = {
      content: 'I look.',
      tool_calls: [{ id: 'a', function: { name: 'look', arguments: '{}' } }, nameless],
    }
    const { reason, partial } = await problemIn(() =>
      decodeOpenAIChatResponse({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }),
    )
    expect(reason).toBe('malformed')
    expect(partial?.messages[0]?.content).toMatchObject([{ text: 'I look.' }, { toolName: 'look' }])
    expect(partial?.torn).toEqual([{ type: 'tool-call', toolCallId: 'b', text: '{"at":2}' }])
    const streamed = await problemOf(
      decodeOpenAIChatStream([start, chunk({ tool_calls: [{ index: 0, ...nameless }] }), end]).response(),
    )
    expect(streamed.partial?.messages).toEqual([{ role: 'assistant', content: 'I look.' }])
    expect(streamed.partial?.torn).toEqual([{ type: 'tool-call', toolCallId: 'b', text: '{"at":2}' }])
  })
})

describe('arguments in another form', () => {
  const chat = (value: unknown): readonly Called[] =>
    decodeOpenAIChatResponse({
      choices: [{ index: 0, message: { tool_calls: [{ id: 'a', function: { name: 'f', arguments: value } }] } }],
    }).calls
  const responses = (value: unknown): readonly Called[] =>
    decodeOpenAIResponsesResponse({
      status: 'completed',
      output: [{ type: 'function_call', call_id: 'a', name: 'f', arguments: value }],
    }).calls
  const anthropic = (input: unknown): readonly Called[] =>
    decodeAnthropicResponse({ content: [{ type: 'tool_use', id: 'a', name: 'f', input }] }).calls
  const gemini = (args: unknown): readonly Called[] =>
    decodeGeminiResponse({ candidates: [{ content: { parts: [{ functionCall: { name: 'f', args } }] } }] }).calls

  test.each([
    ['OpenAI Chat', chat],
    ['OpenAI Responses', responses],
    ['Anthropic', anthropic],
    ['Gemini', gemini],
  ])('%s: an object, its JSON, its JSON twice, and after an empty object, are the object', (_, read) => {
    const json = '{"at":[1,"ä"]}'
    for (const value of [JSON.parse(json), json, JSON.stringify(json), `{}${json}`, `${json}${json}`])
      expect(facts(read(value))).toEqual([['f', { at: [1, 'ä'] }]])
    expect(facts(read(undefined))).toEqual([['f', {}]])
  })

  test('two different objects are not one of them', () => {
    expect(facts(chat('{"a":1}{"b":2}'))).toEqual([['f', '{"a":1}{"b":2}']])
  })
})

describe('thinking of Anthropic without a signature', () => {
  const content = [
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: 'I read.' },
    { type: 'tool_use', id: 't1', name: 'read', input: { p: 1 } },
  ]
  const expected = [
    { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: '' } } },
    { type: 'text', text: 'I read.' },
    { type: 'tool-call', toolCallId: 't1', toolName: 'read', input: { p: 1 } },
  ]
  const events = [
    { type: 'message_start', message: { role: 'assistant' } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'I read.' } },
    { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 't1', name: 'read', input: {} } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"p":1}' } },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
  ]

  test.each([[undefined], [null], ['']])(
    'the signature %s: text and call are read, and the thinking is unsigned',
    (signature) => {
      const [thinking, ...others] = content
      const { messages, mended } = decodeAnthropicResponse({ content: [{ ...thinking, signature }, ...others] })
      expect(messages[0]?.content).toEqual(expected)
      expect(mended?.map(({ code, path }) => [code, path])).toEqual(
        signature === '' ? undefined : [['signature', 'content[0]']],
      )
    },
  )

  test('a stream gives the same', async () => {
    const { messages, calls } = await decodeAnthropicStream(events).response()
    expect(messages[0]?.content).toEqual(expected)
    expect(calls.length).toBe(1)
  })

  test('it is not sent to Claude, and a row says so', () => {
    const { messages } = decodeAnthropicResponse({ content })
    const results = [{ type: 'tool-result', toolCallId: 't1', toolName: 'read', output: { type: 'text', value: 'x' } }]
    const conversation = [{ role: 'user', content: 'Read' }, ...messages, { role: 'tool', content: results }]
    const { request, losses } = encodeAnthropic({ messages: conversation } as never, { model: 'claude-opus-4-8' })
    expect(JSON.stringify(request)).not.toContain('hm')
    expect(losses.map(({ path }) => path)).toEqual(['messages[1].content[0]'])
  })
})

test('one part that is not usable leaves the others, and a row', () => {
  const { messages, mended } = decodeAnthropicResponse({
    content: [{ type: 'redacted_thinking' }, { type: 'text', text: 'Hi' }],
  })
  expect(messages).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }])
  expect(mended).toMatchObject([{ code: 'left-out', path: 'content[0]' }])
})

test('a server that ignores `stream` sends the whole message or response', async () => {
  const content = [{ type: 'text', text: 'Hi' }]
  const message = {
    type: 'message',
    id: 'msg_1',
    content,
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 2 },
  }
  const anthropic = await decodeAnthropicStream([JSON.stringify(message)]).response()
  expect(anthropic.messages).toEqual(decodeAnthropicResponse(message).messages)
  expect(anthropic.usage).toEqual({ inputTokens: 1, outputTokens: 2 })
  const output = [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }]
  const response = { object: 'response', status: 'completed', output }
  const responses = await decodeOpenAIResponsesStream([JSON.stringify(response)]).response()
  expect(responses.messages).toEqual([{ role: 'assistant', content: 'Hi' }])
})

test('a server that repeats the text so far beside each delta says it once', async () => {
  const chunk = (delta: object | null, content: string, finish_reason: string | null = null): object => ({
    choices: [{ index: 0, delta, message: { role: 'assistant', content }, finish_reason }],
  })
  const chunks = [chunk({ content: 'Hi' }, 'Hi'), chunk({ content: '!' }, 'Hi!'), chunk(null, 'Hi!', 'stop')]
  const { messages } = await decodeOpenAIChatStream(chunks).response()
  expect(messages).toEqual([{ role: 'assistant', content: 'Hi!' }])
})

test('a regular response has no rows', () => {
  const message = { role: 'assistant', content: 'Hi', refusal: null, annotations: [], tool_calls: [] }
  expect(decodeOpenAIChatResponse({ choices: [{ index: 0, message, finish_reason: 'stop' }] }).mended).toBeUndefined()
})

describe('why a response ended', () => {
  // The model's own provider said it: QwenLM/qwen-code#9882, ferro-labs/ai-gateway#142.
  test.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['max_tokens', 'length'],
    ['end_turn', 'stop'],
    ['tool_use', 'tool-calls'],
    ['SAFETY', 'content-filter'],
    ['refusal', 'content-filter'],
    ['what nobody knows', 'other'],
  ])('%s in OpenAI Chat is %s', (reason, expected) => {
    const choices = [{ index: 0, message: { content: 'Half of' }, finish_reason: reason }]
    const { finishReason, rawFinishReason } = decodeOpenAIChatResponse({ choices })
    expect([finishReason, rawFinishReason]).toEqual([expected, reason])
  })

  test('a word of OpenAI in the format of Anthropic', () => {
    const content = [{ type: 'text', text: 'Half of' }]
    const body = { type: 'message', role: 'assistant', content, stop_reason: 'length' }
    expect(decodeAnthropicResponse(body).finishReason).toBe('length')
  })
})

// OpenRouter, "Errors"; genkit-ai/genkit#6259: a router that loses the server of the model has answered 200 already.
describe('an error inside of a choice', () => {
  const error = { code: 502, message: 'Upstream is gone' }
  const text = [{ role: 'assistant', content: 'Half of' }]

  test.each([['error'], [null], [undefined]])(
    'with the reason %s is the error of the provider',
    async (finish_reason) => {
      const message = { role: 'assistant', content: 'Half of' }
      const problem = await problemIn(() =>
        decodeOpenAIChatResponse({ choices: [{ index: 0, message, finish_reason, error }] }),
      )
      expect(problem).toMatchObject({ reason: 'failed', error, partial: { messages: text } })
    },
  )

  test.each([['with'], ['without']])('of a stream %s [DONE] is the same', async (end) => {
    const chunks = [{ delta: text[0] }, { delta: {}, finish_reason: null, error }].map((choice) => ({
      choices: [{ index: 0, ...choice }],
    }))
    const sent = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
    const problem = await problemOf(
      decodeOpenAIChatStream([end === 'with' ? `${sent}data: [DONE]\n\n` : sent]).response(),
    )
    expect(problem).toMatchObject({ reason: 'failed', error, partial: { messages: text } })
  })

  test('next to a whole answer changes nothing', () => {
    const message = { role: 'assistant', content: 'All' }
    const { finishReason } = decodeOpenAIChatResponse({ choices: [{ message, finish_reason: 'stop', error }] })
    expect(finishReason).toBe('stop')
  })
})

describe('an error that is the whole event', () => {
  const error = { message: 'The prompt is too long', code: 400 }

  test('by the name of the event', async () => {
    const sent = `event: error\ndata: ${JSON.stringify(error)}\n\n`
    expect(await problemOf(decodeOpenAIChatStream([sent]).response())).toMatchObject({ reason: 'failed', error })
  })

  // `ErrorResponse` of vLLM and SGLang
  test('by its object, streamed and whole', async () => {
    const body = { object: 'error', ...error, type: 'BadRequestError' }
    const expected = { reason: 'failed', error: body }
    const sent = `data: ${JSON.stringify(body)}\n\ndata: [DONE]\n\n`
    expect(await problemOf(decodeOpenAIChatStream([sent]).response())).toMatchObject(expected)
    expect(await problemIn(() => decodeOpenAIChatResponse(body))).toMatchObject(expected)
    const { what } = await problemIn(() => decodeOpenAIChatResponse(body))
    expect(what).toContain('The prompt is too long')
  })
})

describe('usage of OpenAI Chat', () => {
  const read = (usage: object): unknown =>
    decodeOpenAIChatResponse({ choices: [{ message: { content: 'x' }, finish_reason: 'stop' }], usage }).usage

  // docs.x.ai, "Consumption and rate limits"; the numbers of vercel/ai#11487.
  test('reasoning that is counted apart belongs to the output, too', () => {
    const completion_tokens_details = { reasoning_tokens: 89 }
    expect(read({ prompt_tokens: 279, completion_tokens: 6, total_tokens: 374, completion_tokens_details })).toEqual({
      inputTokens: 279,
      outputTokens: 95,
      reasoningTokens: 89,
    })
  })

  test.each([[285], [undefined]])('with the total %s, it is part of the output', (total_tokens) => {
    const completion_tokens_details = { reasoning_tokens: 4 }
    expect(read({ prompt_tokens: 279, completion_tokens: 6, total_tokens, completion_tokens_details })).toEqual({
      inputTokens: 279,
      outputTokens: 6,
      reasoningTokens: 4,
    })
  })

  // api-docs.deepseek.com, "Context Caching".
  test("of DeepSeek says what the cache held, in DeepSeek's own name", () => {
    const usage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105, prompt_cache_hit_tokens: 64 }
    expect(read({ ...usage, prompt_cache_miss_tokens: 36 })).toEqual({
      inputTokens: 100,
      cachedInputTokens: 64,
      outputTokens: 5,
    })
  })

  // The last chunk of vercel/ai#1651.
  test('is read from where streams of Groq have it', async () => {
    const usage = { queue_time: 0.07, prompt_tokens: 23, completion_tokens: 19, total_tokens: 42, total_time: 0.02 }
    const chunks = [
      { choices: [{ index: 0, delta: { content: 'Four' } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], x_groq: { id: 'req_1', usage } },
    ]
    const response = await decodeOpenAIChatStream(chunks).response()
    expect(response.usage).toEqual({ inputTokens: 23, outputTokens: 19 })
  })
})

// Mistral, "Reasoning"; symfony/ai#2422, crmne/ruby_llm#420.
describe('thinking in the content of OpenAI Chat', () => {
  const thinking = (text: string): object => ({ type: 'thinking', thinking: [{ type: 'text', text }] })
  const content = [thinking('Two and two.'), { type: 'text', text: 'Four' }]
  const expected = [
    { type: 'reasoning', text: 'Two and two.' },
    { type: 'text', text: 'Four' },
  ]

  test('is reasoning, whole and streamed', async () => {
    const { messages } = decodeOpenAIChatResponse({ choices: [{ message: { content }, finish_reason: 'stop' }] })
    expect(messages).toEqual([{ role: 'assistant', content: expected }])
    const deltas = [[thinking('Two ')], [thinking('and two.')], [{ type: 'text', text: 'Fo' }], 'ur']
    const chunks = deltas.map((piece) => ({ choices: [{ index: 0, delta: { content: piece } }] }))
    const all = [...chunks, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }]
    expect(await deltasOf(decodeOpenAIChatStream(all))).toEqual([
      { type: 'reasoning', part: 0, text: 'Two ' },
      { type: 'reasoning', part: 0, text: 'and two.' },
      { type: 'text', part: 1, text: 'Fo' },
      { type: 'text', part: 1, text: 'ur' },
    ])
    expect((await decodeOpenAIChatStream(all).response()).messages).toEqual(messages)
  })

  test('of a recorded history is reasoning, and a loss', () => {
    const messages = fromOpenAIChat([
      { role: 'user', content: 'Two and two?' },
      { role: 'assistant', content },
      { role: 'user', content: 'And two?' },
    ])
    expect(messages[1]?.content).toEqual(expected)
    const { request, losses } = encodeOpenAIChat({ messages })
    expect([request.messages[1], losses.map(({ code }) => code)]).toEqual([
      { role: 'assistant', content: 'Four' },
      ['reasoning'],
    ])
  })
})

// What Anthropic does when code calls a tool, and what some servers always do.
test('arguments that only the start of a block has are passed on when it ends', async () => {
  const block = { type: 'tool_use', id: 't1', name: 'read', input: { path: 'p0' } }
  const deltas = await deltasOf(
    decodeAnthropicStream([
      { type: 'message_start', message: { id: 'm1', type: 'message', role: 'assistant', content: [] } },
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
      { type: 'message_stop' },
    ]),
  )
  expect(deltas.map((delta) => delta.text).join('')).toBe('{"path":"p0"}')
})

// 1jehuang/jcode#225, supermemoryai/supermemory#1612: `null` says that a tool without arguments has none.
describe('arguments that are null', () => {
  const tool_calls = [{ id: 'a', type: 'function', function: { name: 'look', arguments: 'null' } }]

  test('in OpenAI Chat are none, whole and streamed', async () => {
    const whole = decodeOpenAIChatResponse({ choices: [{ message: { tool_calls }, finish_reason: 'tool_calls' }] })
    const chunks = [
      { delta: { tool_calls: [{ index: 0, ...tool_calls[0] }] } },
      { delta: {}, finish_reason: 'tool_calls' },
    ]
    const streamed = await decodeOpenAIChatStream(chunks.map((one) => ({ choices: [{ index: 0, ...one }] }))).response()
    for (const { calls, mended } of [whole, streamed])
      expect([facts(calls), mended?.map(({ code }) => code)]).toEqual([[['look', {}]], ['arguments']])
  })

  test('in OpenAI Responses and Anthropic Messages are none', () => {
    const output = [{ type: 'function_call', id: 'fc_1', call_id: 'a', name: 'look', arguments: 'null' }]
    expect(facts(decodeOpenAIResponsesResponse({ status: 'completed', output }).calls)).toEqual([['look', {}]])
    const content = [{ type: 'tool_use', id: 'a', name: 'look', input: 'null' }]
    expect(facts(decodeAnthropicResponse({ type: 'message', content, stop_reason: 'tool_use' }).calls)).toEqual([
      ['look', {}],
    ])
  })

  // AIDotNet/OpenDeepWiki#392: strict servers answer `"arguments":"null"` with 500.
  test('are sent as an empty object', () => {
    const call = { type: 'tool-call' as const, toolCallId: 'a', toolName: 'look', input: null }
    const messages: Message[] = [
      { role: 'user', content: 'Look' },
      { role: 'assistant', content: [call] },
    ]
    expect(encodeOpenAIChat({ messages }).request.messages[1]).toMatchObject({
      tool_calls: [{ function: { arguments: '{}' } }],
    })
    const { request, losses } = encodeAnthropic({ messages }, { model: 'claude-sonnet-4-5' })
    expect([request.messages[1], losses]).toEqual([
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] },
      [],
    ])
  })
})

// earendil-works/pi#8943 (2026): ids of 19 digits are rounded when arguments are parsed, and the tool finds nothing.
describe('an integer with more digits than a number keeps', () => {
  const json = '{"rows":[{"id":2512292042121000001}]}'
  const inputs = {
    safe: { id: 9_007_199_254_740_991, share: 0.1, text: '2512292042121000001' },
    long: JSON.parse(json),
  }
  const call = (input: unknown): object => ({ type: 'tool_use', id: 'toolu_1', name: 'find', input })
  const anthropic = (input: unknown): object => ({ type: 'message', content: [call(input)], stop_reason: 'tool_use' })

  test.each([
    ['Anthropic', decodeAnthropicResponse(anthropic(inputs.long))],
    ['OpenAI Responses', decodeOpenAIResponsesResponse(responses(json))],
    ['OpenAI Chat', decodeOpenAIChatResponse(chat(json))],
    ['Gemini', decodeGeminiResponse(gemini(inputs.long))],
  ])('is reported by %s', (_, { mended }) => {
    expect(mended).toEqual([{ code: 'arguments', path: expect.stringMatching(/^calls\./), what: expect.any(String) }])
    expect(mended?.[0]?.what).toContain('find')
  })

  test('is not told of what a number keeps, nor of text', () => {
    expect(decodeAnthropicResponse(anthropic(inputs.safe)).mended).toBe(undefined)
  })

  function responses(args: string): object {
    const item = {
      type: 'function_call',
      id: 'fc_1',
      call_id: 'call_1',
      name: 'find',
      arguments: args,
      status: 'completed',
    }
    return { object: 'response', id: 'resp_1', status: 'completed', output: [item] }
  }

  function chat(args: string): object {
    const tool_calls = [{ id: 'call_1', type: 'function', function: { name: 'find', arguments: args } }]
    const message = { role: 'assistant', content: null, tool_calls }
    return { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }
  }

  function gemini(args: unknown): object {
    const parts = [{ functionCall: { name: 'find', args } }]
    return { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] }
  }
})
