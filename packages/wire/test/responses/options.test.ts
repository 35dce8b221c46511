import { isLamellaError, type ToolResultPart } from '@lamella/core'
import { compactionInAnthropic, decodeAnthropicResponse } from '@lamella/wire/anthropic'
import { loadFormat, wireFormatNames } from '@lamella/wire/formats'
import {
  type Calibrate,
  decodeOpenAIChatResponse,
  decodeOpenAIChatStream,
  encodeOpenAIChat,
  type WireContext,
} from '@lamella/wire/openai-chat'
import { describe, expect, test } from 'vitest'
import { deltasOf, problemOf } from './collect.ts'
import { plainSse } from './emit/emitter.ts'
import { streamServer } from './stream-server.ts'

const usage = { prompt_tokens: 1_200, completion_tokens: 5 }
const bodyOf = (message: object, more: object = {}): object => {
  return { choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }], ...more }
}
const tokens = { total: 1_000, framing: 10, tokenizer: 'heuristic' } as Calibrate['estimated']

function observer(): { readonly calibrate: Calibrate; readonly seen: unknown[] } {
  const seen: unknown[] = []
  return { calibrate: { calibration: { observe: (one) => seen.push(one) }, model: 'gpt-4o', estimated: tokens }, seen }
}

describe('calibrate', () => {
  test('learns from the input of a complete response, whole or streamed, once', async () => {
    const { calibrate, seen } = observer()
    const expected = { model: 'gpt-4o', estimated: tokens, actual: 1_200 }
    const body = bodyOf({ content: 'Hi' }, { usage })
    decodeOpenAIChatResponse(body, { calibrate })
    expect(seen).toEqual([expected])
    const stream = decodeOpenAIChatStream([body], { calibrate })
    await deltasOf(stream)
    await stream.response()
    expect(seen).toEqual([expected, expected])
  })

  test('not from one without usage, one that breaks off, and one with tools that the provider ran', async () => {
    const { calibrate, seen } = observer()
    decodeOpenAIChatResponse(bodyOf({ content: 'Hi' }), { calibrate })
    const open = { choices: [{ index: 0, delta: { content: 'Hi' } }], usage }
    await problemOf(decodeOpenAIChatStream([open], { calibrate }).response())
    const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }
    const usageOfSearch = { input_tokens: 5_000, output_tokens: 5 }
    decodeAnthropicResponse({ content: [search], usage: usageOfSearch, stop_reason: 'end_turn' }, { calibrate })
    expect(seen).toEqual([])
  })

  test('what it throws is thrown as it is', async () => {
    const observe = (): never => {
      throw new RangeError('mine')
    }
    const calibrate = { ...observer().calibrate, calibration: { observe } }
    const stream = decodeOpenAIChatStream([bodyOf({ content: 'Hi' }, { usage })], { calibrate })
    await expect(stream.response()).rejects.toThrow(new RangeError('mine'))
  })
})

test('toolNames gives calls their own names, in deltas, calls and messages', async () => {
  const tool_calls = [{ id: 'a', type: 'function', function: { name: 'my_tool', arguments: '{}' } }]
  const context: WireContext = {
    messages: [{ role: 'user', content: 'Go' }],
    tools: [{ name: 'my.tool', inputSchema: { type: 'object' } }],
  }
  const { toolNames } = encodeOpenAIChat(context, { model: 'gpt-4o' })
  const stream = decodeOpenAIChatStream([bodyOf({ tool_calls })], { toolNames })
  expect(await deltasOf(stream)).toMatchObject([{ toolName: 'my.tool' }])
  const { messages, calls } = await stream.response()
  expect(calls[0]?.toolName).toBe('my.tool')
  expect(messages[0]?.content).toEqual(calls)
  const torn = { choices: [{ index: 0, delta: { tool_calls } }] }
  const { partial } = await problemOf(decodeOpenAIChatStream([torn], { toolNames }).response())
  expect(partial?.messages[0]?.content).toEqual(calls)
})

test('every format of the table decodes both forms of a response', async () => {
  const content = [
    { type: 'compaction', content: 'So far' },
    { type: 'text', text: 'Hi' },
  ]
  for (const name of wireFormatNames) {
    const { decode } = await loadFormat(name)
    expect([typeof decode.response, typeof decode.stream]).toEqual(['function', 'function'])
  }
  const { decode } = await loadFormat('anthropic')
  const whole = decode.response?.({ content, stop_reason: 'end_turn' })
  expect(whole?.messages[0]?.content).toMatchObject([{}, { type: 'text', text: 'Hi' }])
  // What looks for a summary reads the body of either form.
  expect(compactionInAnthropic(whole?.body, 1)).toMatchObject({ text: 'So far' })
})

test.each([
  ['an unknown option', { limt: 1 }],
  ['a limit that is none', { limit: 0 }],
  ['a choice that is none', { choice: -1 }],
  ['names that are no Map', { toolNames: {} }],
  ['a calibration that is none', { calibrate: 'x' }],
  ['a calibration that observes nothing', { calibrate: { calibration: {}, model: 'm', estimated: 1 } }],
  ['a calibration without model', { calibrate: { calibration: { observe: () => {} }, estimated: 1 } }],
])('%s is refused', (_, options) => {
  const wrong = expect.toSatisfy((error) => isLamellaError(error, 'OPTION_INVALID'))
  expect(() => decodeOpenAIChatStream([], options as object)).toThrow(wrong)
})

test('options of streams, and choices where there are none, are refused', () => {
  const wrong = expect.toSatisfy((error) => isLamellaError(error, 'OPTION_INVALID'))
  expect(() => decodeOpenAIChatResponse({}, { limit: 5 } as object)).toThrow(wrong)
  expect(() => decodeAnthropicResponse({}, { choice: 1 } as object)).toThrow(wrong)
})

test('a loop without SDK sends results back until there are no more calls', async () => {
  const chunk = (delta: object, finish_reason: string | null = null): object => ({
    choices: [{ index: 0, delta, finish_reason }],
  })
  const call = { index: 0, id: 'c1', type: 'function', function: { name: 'add', arguments: '{"a":2,"b":3}' } }
  const answers = [
    [chunk({ tool_calls: [call] }), chunk({}, 'tool_calls')],
    [chunk({ content: 'Five.' }), chunk({}, 'stop')],
  ]
  const server = await streamServer(
    answers.map((events) => plainSse([...events.map((data) => ({ data })), { data: '[DONE]' }])),
  )
  try {
    const messages: WireContext['messages'][number][] = [{ role: 'user', content: '2 + 3?' }]
    for (let open = true; open; ) {
      const { request } = encodeOpenAIChat({ messages }, { model: 'gpt-4o' })
      const body = JSON.stringify({ ...request, stream: true })
      const answer = await decodeOpenAIChatStream(await fetch(server.url, { method: 'POST', body })).response()
      messages.push(...answer.messages)
      const content = answer.calls.map(({ toolCallId, toolName, input }): ToolResultPart => {
        const { a, b } = input as { a: number; b: number }
        return { type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: String(a + b) } }
      })
      open = content.length > 0
      if (open) messages.push({ role: 'tool', content })
    }
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(server.bodies[1]).toMatchObject({
      messages: [
        { role: 'user' },
        { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'add', arguments: '{"a":2,"b":3}' } }] },
        { role: 'tool', tool_call_id: 'c1', content: '5' },
      ],
    })
  } finally {
    await server.close()
  }
})
