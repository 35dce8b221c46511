import { decodeAnthropicResponse, decodeAnthropicStream, encodeAnthropic, fromAnthropic } from '@lamella/wire/anthropic'
import { decodeBedrockConverseResponse, decodeBedrockConverseStream } from '@lamella/wire/bedrock-converse'
import { decodeGeminiStream } from '@lamella/wire/gemini'
import { decodeOpenAIChatStream } from '@lamella/wire/openai-chat'
import { decodeOpenAIResponsesStream } from '@lamella/wire/openai-responses'
import { describe, expect, test } from 'vitest'
import { deltasOf } from './collect.ts'

const block = (index: number, name: string, json: string): object[] => [
  { type: 'content_block_start', index, content_block: { type: 'tool_use', name, input: {} } },
  { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: json } },
  { type: 'content_block_stop', index },
]
const anthropic = [
  { type: 'message_start', message: { id: 'm1', type: 'message', role: 'assistant', content: [] } },
  ...block(0, 'look', '{"at":1}'),
  ...block(1, 'look', '{"at":2}'),
  { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
  { type: 'message_stop' },
]
const item = (output_index: number, json: string): object[] => [
  { type: 'response.output_item.added', output_index, item: { type: 'function_call', name: 'look', arguments: '' } },
  { type: 'response.function_call_arguments.delta', output_index, delta: json },
  { type: 'response.output_item.done', output_index, item: { type: 'function_call', name: 'look', arguments: json } },
]
const responses = [
  { type: 'response.created', response: { id: 'r1', output: [] } },
  ...item(0, '{"at":1}'),
  ...item(1, '{"at":2}'),
  { type: 'response.completed', response: { id: 'r1', status: 'completed', output: [] } },
]
const converseBlock = (contentBlockIndex: number, input: string): object[] => [
  { contentBlockStart: { contentBlockIndex, start: { toolUse: { name: 'look' } } } },
  { contentBlockDelta: { contentBlockIndex, delta: { toolUse: { input } } } },
  { contentBlockStop: { contentBlockIndex } },
]
const converse = [
  { messageStart: { role: 'assistant' } },
  ...converseBlock(0, '{"at":1}'),
  ...converseBlock(1, '{"at":2}'),
  { messageStop: { stopReason: 'tool_use' } },
]
const part = (at: number): object => ({ functionCall: { name: 'look', args: { at } } })
const gemini = [
  { candidates: [{ content: { role: 'model', parts: [part(1)] } }] },
  { candidates: [{ content: { role: 'model', parts: [part(2)] }, finishReason: 'STOP' }] },
]

describe('calls without an id of their own', () => {
  test.each([
    ['Anthropic', () => decodeAnthropicStream(structuredClone(anthropic))],
    ['OpenAI Responses', () => decodeOpenAIResponsesStream(structuredClone(responses))],
    ['Bedrock Converse', () => decodeBedrockConverseStream(structuredClone(converse))],
    ['Gemini', () => decodeGeminiStream(structuredClone(gemini))],
  ])('%s: deltas have the ids that the calls get', async (_, stream) => {
    const ids = (await deltasOf(stream())).map((delta) => (delta.type === 'tool-input' ? delta.toolCallId : ''))
    const { calls } = await stream().response()
    expect(calls.map(({ input }) => input)).toEqual([{ at: 1 }, { at: 2 }])
    expect(new Set(ids)).toEqual(new Set(calls.map(({ toolCallId }) => toolCallId)))
    expect(new Set(ids).size).toBe(2)
  })

  // llama.cpp gave every call one id: NousResearch/hermes-agent#88324.
  const chat = [1, 2].map((at) => ({
    choices: [
      { delta: { tool_calls: [{ index: at, function: { name: 'look', arguments: JSON.stringify({ at }) } }] } },
    ],
  }))
  const chatEnd = { choices: [{ delta: {}, finish_reason: 'tool_calls' }] }
  /** Returns events whose calls have one id. */
  const withOneId = (events: readonly object[], name: string, of: RegExp): object[] =>
    JSON.parse(JSON.stringify(events).replace(of, `$&"${name}":"x",`)) as object[]
  test.each([
    ['Anthropic', () => decodeAnthropicStream(withOneId(anthropic, 'id', /"content_block":\{/g))],
    ['OpenAI Chat', () => decodeOpenAIChatStream([...withOneId(chat, 'id', /"tool_calls":\[\{/g), chatEnd])],
    ['OpenAI Responses', () => decodeOpenAIResponsesStream(withOneId(responses, 'call_id', /"item":\{/g))],
    ['Bedrock Converse', () => decodeBedrockConverseStream(withOneId(converse, 'toolUseId', /"toolUse":\{(?="name)/g))],
    ['Gemini', () => decodeGeminiStream(withOneId(gemini, 'id', /"functionCall":\{/g))],
  ])('%s: of calls that have one id, the first keeps it', async (_, stream) => {
    const ids = (await deltasOf(stream())).map((delta) => (delta.type === 'tool-input' ? delta.toolCallId : ''))
    const { calls, mended } = await stream().response()
    expect(calls.map(({ input }) => input)).toEqual([{ at: 1 }, { at: 2 }])
    expect(calls[0]?.toolCallId).toBe('x')
    expect([...new Set(ids)]).toEqual(calls.map(({ toolCallId }) => toolCallId))
    expect(new Set(ids).size).toBe(2)
    expect(mended?.map(({ code }) => code)).toEqual(['call-id'])
  })

  test('OpenAI Chat: two calls of one tool without arguments, all numbered 0, are two', async () => {
    const chunk = (delta: object, finish_reason: string | null = null): object => ({
      choices: [{ index: 0, delta, finish_reason }],
    })
    const call = (json: string): object =>
      chunk({ tool_calls: [{ index: 0, function: { name: 'roll', arguments: json } }] })
    const end = chunk({}, 'tool_calls')
    for (const json of ['{}', '[1]']) {
      const { calls } = await decodeOpenAIChatStream([call(json), call(json), end]).response()
      expect(calls.map(({ input }) => JSON.stringify(input))).toEqual([json, json])
    }
  })
})

test('Anthropic: a recorded history may have thinking without a signature, which is not sent', () => {
  for (const signature of [undefined, null]) {
    const content = [
      { type: 'thinking', thinking: 'hm', signature },
      { type: 'text', text: 'Hi' },
    ]
    const messages = fromAnthropic([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content },
    ])
    expect(messages[1]?.content).toEqual(decodeAnthropicResponse({ content }).messages[0]?.content)
    expect(JSON.stringify(encodeAnthropic({ messages }, { model: 'claude-opus-4-8' }).request)).not.toContain('hm')
  }
})

describe('thinking in another field', () => {
  const reasoning = [expect.objectContaining({ type: 'reasoning', text: 'hm' }), { type: 'text', text: 'Hi' }]

  test('Anthropic: the text of a thinking block is its thinking', async () => {
    const { messages, mended } = decodeAnthropicResponse({
      content: [
        { type: 'thinking', text: 'hm' },
        { type: 'text', text: 'Hi' },
      ],
    })
    expect(messages[0]?.content).toEqual(reasoning)
    expect(mended?.map(({ code }) => code)).toEqual(['form', 'signature'])
    const events = [
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', text: 'hm' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: 'Hi' } },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
    ]
    const streamed = await decodeAnthropicStream(events).response()
    expect(streamed.messages[0]?.content).toEqual(reasoning)
  })

  test.each([
    ['beside reasoningText', { text: 'hm' }],
    ['as plain text', { reasoningText: 'hm' }],
  ])('Bedrock Converse: %s', (_, reasoningContent) => {
    const content = [{ reasoningContent }, { text: 'Hi' }]
    const { messages, mended } = decodeBedrockConverseResponse({
      output: { message: { role: 'assistant', content } },
      stopReason: 'end_turn',
    })
    expect(messages[0]?.content).toEqual(reasoning)
    expect(mended?.map(({ code }) => code)).toEqual(['form'])
  })
})
