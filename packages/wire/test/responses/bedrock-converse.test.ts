import type { Message } from '@lamella/core'
import {
  decodeBedrockConverse,
  decodeBedrockConverseResponse,
  decodeBedrockConverseStream,
  encodeBedrockConverse,
  validateBedrockConverse,
} from '@lamella/wire/bedrock-converse'
import { expect, test } from 'vitest'
import { deltasOf, problemIn, problemOf } from './collect.ts'

// The events have the form of `ConverseStreamOutput` in the API reference.
const start = { messageStart: { role: 'assistant' } }
const delta = (contentBlockIndex: number, one: object): object => ({
  contentBlockDelta: { contentBlockIndex, delta: one },
})
const stop = (contentBlockIndex: number): object => ({ contentBlockStop: { contentBlockIndex } })
const begin = (contentBlockIndex: number, toolUse: object): object => ({
  contentBlockStart: { contentBlockIndex, start: { toolUse } },
})
const end = (stopReason: string): object[] => [
  { messageStop: { stopReason } },
  { metadata: { usage: { inputTokens: 5, outputTokens: 7, cacheReadInputTokens: 100 }, metrics: { latencyMs: 1 } } },
]

test('reasoning, text and a call', async () => {
  const stream = decodeBedrockConverseStream([
    start,
    delta(0, { reasoningContent: { text: 'Hm' } }),
    delta(0, { reasoningContent: { signature: 'sig' } }),
    stop(0),
    delta(1, { text: 'Let ' }),
    delta(1, { text: 'me' }),
    stop(1),
    begin(2, { toolUseId: 't1', name: 'look' }),
    delta(2, { toolUse: { input: '{"at"' } }),
    delta(2, { toolUse: { input: ':1}' } }),
    stop(2),
    ...end('tool_use'),
  ])
  expect(await deltasOf(stream)).toEqual([
    { type: 'reasoning', part: 0, text: 'Hm' },
    { type: 'text', part: 1, text: 'Let ' },
    { type: 'text', part: 1, text: 'me' },
    { type: 'tool-input', part: 2, toolCallId: 't1', toolName: 'look', text: '' },
    { type: 'tool-input', part: 2, toolCallId: 't1', toolName: 'look', text: '{"at"' },
    { type: 'tool-input', part: 2, toolCallId: 't1', toolName: 'look', text: ':1}' },
  ])
  const { messages, finishReason, usage } = await stream.response()
  expect(messages).toEqual([
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm', providerOptions: { bedrock: { signature: 'sig' } } },
        { type: 'text', text: 'Let me' },
        { type: 'tool-call', toolCallId: 't1', toolName: 'look', input: { at: 1 } },
      ],
    },
  ])
  expect(finishReason).toBe('tool-calls')
  expect(usage).toEqual({ inputTokens: 105, cachedInputTokens: 100, outputTokens: 7 })
})

test('redacted reasoning in bytes, and citations', async () => {
  const { messages, body } = await decodeBedrockConverseStream([
    start,
    delta(0, { reasoningContent: { redactedContent: Uint8Array.of(1, 2) } }),
    delta(0, { reasoningContent: { redactedContent: Uint8Array.of(3) } }),
    delta(1, { text: 'It is' }),
    delta(1, { citation: { title: 'A' } }),
    ...end('end_turn'),
  ]).response()
  expect(messages[0]?.content).toMatchObject([
    { type: 'reasoning', providerOptions: { bedrock: { redactedData: 'AQID' } } },
    {},
  ])
  expect(body).toMatchObject({
    output: {
      message: { content: [{}, { citationsContent: { content: [{ text: 'It is' }], citations: [{ title: 'A' }] } }] },
    },
  })
})

test('exceptions, other formats, events out of order, and torn calls', async () => {
  const torn = [
    start,
    delta(0, { text: 'Hi' }),
    begin(1, { toolUseId: 't1', name: 'look' }),
    delta(1, { toolUse: { input: '{"a' } }),
  ]
  const thrown = { throttlingException: { message: 'Slow down' } }
  expect(await problemOf(decodeBedrockConverseStream([...torn, thrown]).response())).toMatchObject({
    reason: 'failed',
    what: 'Bedrock Converse reported an error: throttlingException: Slow down.',
    partial: {
      messages: [{ role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }],
      torn: [{ type: 'tool-call', toolCallId: 't1', toolName: 'look', text: '{"a' }],
    },
  })
  for (const events of [
    [start, begin(0, {}), begin(0, {})],
    [delta(-1, { text: 'x' })],
    [start, stop(0), delta(0, { text: 'x' }), stop(0), delta(0, { text: 'y' })],
  ])
    expect(await problemOf(decodeBedrockConverseStream(events).response())).toMatchObject({ reason: 'malformed' })
  expect(await problemIn(() => decodeBedrockConverseResponse({ choices: [] }))).toMatchObject({ reason: 'malformed' })
})

// @aws-sdk/client-bedrock-runtime 3.1164.0: `ToolUseType` server_tool_use, `ToolResultBlockDelta`; Nova's web grounding.
test('a call that Bedrock answers itself is no call for the program, and goes back as it came', async () => {
  const toolUse = { toolUseId: 't1', name: 'nova_grounding', type: 'server_tool_use' }
  const toolResult = { toolUseId: 't1', type: 'nova_grounding_result', status: 'success' }
  const content = [
    { toolUse: { ...toolUse, input: { query: 'beans' } } },
    { toolResult: { ...toolResult, content: [{ text: 'Sow in May.' }, { json: { rank: 1 } }] } },
    { text: 'In May.' },
  ]
  const events = [
    start,
    begin(0, toolUse),
    delta(0, { toolUse: { input: '{"query":"beans"}' } }),
    stop(0),
    { contentBlockStart: { contentBlockIndex: 1, start: { toolResult } } },
    delta(1, { toolResult: [{ text: 'Sow ' }] }),
    delta(1, { toolResult: [{ text: 'in May.' }, { json: { rank: 1 } }] }),
    stop(1),
    delta(2, { text: 'In May.' }),
    stop(2),
    ...end('end_turn'),
  ]
  const given = structuredClone(events)
  const stream = decodeBedrockConverseStream(events)
  expect(await deltasOf(stream)).toEqual([{ type: 'text', part: 2, text: 'In May.' }])
  const streamed = await stream.response()
  expect(events).toEqual(given)
  const whole = decodeBedrockConverseResponse({
    output: { message: { role: 'assistant', content } },
    stopReason: 'end_turn',
  })
  const asked: Message = { role: 'user', content: 'When?' }
  for (const { messages, calls, finishReason, mended } of [streamed, whole]) {
    expect([calls, finishReason, mended]).toEqual([[], 'stop', undefined])
    const tool = { systemTool: { name: 'nova_grounding' } }
    const { tools } = decodeBedrockConverse({ messages: [], toolConfig: { tools: [tool] } })
    const { request, losses } = encodeBedrockConverse({ messages: [asked, ...messages, asked], tools })
    expect(request.messages[1]?.content).toEqual(content)
    expect(request.toolConfig).toEqual({ tools: [tool] })
    expect(losses).toEqual([])
    expect(validateBedrockConverse({ ...request, modelId: 'amazon.nova-premier-v1:0' })).toEqual([])
  }
})
