import type { AssistantPart, Message } from '@lamella/core'
import { fromAnthropic } from '@lamella/wire/anthropic'
import { encodeOpenAIChat } from '@lamella/wire/openai-chat'
import { describe, expect, test } from 'vitest'
import { call, result } from '../fixtures.ts'
import { answer, encoded, encodedWith, user } from './encoded.ts'
import { anthropic, serverCall, serverResult } from './parts.ts'

const searchCall = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } }
const found = [{ type: 'web_search_result', title: 'X', url: 'https://example.com', encrypted_content: 'eA==' }]
const searchResult = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: found }

describe('server blocks', () => {
  // Each kind that the API has, and an unknown one.
  const content = [
    { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
    { type: 'text', text: 'I search.' },
    searchCall,
    searchResult,
    { type: 'text', text: 'X.', citations: [{ type: 'web_search_result_location', url: 'https://example.com' }] },
    {
      type: 'server_tool_use',
      id: 'srvtoolu_2',
      name: 'code_execution',
      input: { code: '1' },
      caller: { type: 'direct' },
    },
    {
      type: 'code_execution_tool_result',
      tool_use_id: 'srvtoolu_2',
      content: { type: 'code_execution_result', stdout: '1', stderr: '', return_code: 0, content: [] },
    },
    { type: 'server_tool_use', id: 'srvtoolu_3', name: 'tool_search_tool_bm25', input: { query: 'y' } },
    {
      type: 'tool_search_tool_result',
      tool_use_id: 'srvtoolu_3',
      content: {
        type: 'tool_search_tool_search_result',
        tool_references: [{ type: 'tool_reference', tool_name: 'y' }],
      },
    },
    { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'echo', server_name: 'e', input: {} },
    { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [{ type: 'text', text: 'y' }] },
    { type: 'compaction', content: 'What was said.' },
    { type: 'block_of_the_future', text: 'Words.', n: [1] },
    { type: 'text', text: 'Done.' },
  ]

  test('round-trip unchanged', () => {
    const messages = [{ role: 'user', content: 'Hello' }, { role: 'assistant', content }, user]
    const read = fromAnthropic(messages)
    const sent = encodedWith({ model: 'claude-opus-4-6' }, { messages: read })
    expect(sent).toEqual({ messages, losses: [], repairs: [] })
  })

  test('become provider-executed calls and results, or texts with their content', () => {
    const [, message] = fromAnthropic([user, { role: 'assistant', content }])
    const parts = message?.content as AssistantPart[]
    expect(parts.map((part) => part.type)).toEqual([
      'reasoning',
      'text',
      'tool-call',
      'tool-result',
      'text',
      'tool-call',
      'tool-result',
      'tool-call',
      'tool-result',
      'tool-call',
      'tool-result',
      'text',
      'text',
      'text',
    ])
    expect(parts[2]).toEqual({
      type: 'tool-call',
      toolCallId: 'srvtoolu_1',
      toolName: 'web_search',
      input: { query: 'x' },
      providerExecuted: true,
      ...anthropic({ block: searchCall }),
    })
    expect(parts[3]).toEqual({
      type: 'tool-result',
      toolCallId: 'srvtoolu_1',
      toolName: 'web_search',
      output: { type: 'json', value: found },
      ...anthropic({ block: searchResult }),
    })
    expect(parts.slice(11)).toMatchObject([{ text: 'What was said.' }, { text: 'Words.' }, { text: 'Done.' }])
  })

  test('become ordinary calls and texts for models of other providers', () => {
    const { request } = encodeOpenAIChat({ messages: fromAnthropic([user, { role: 'assistant', content }]) })
    expect(request.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
      'tool',
      'tool',
      'assistant',
    ])
    expect(JSON.stringify(request)).toContain('Words.')
  })
})

test('a server error becomes the error of its tool', () => {
  const content = { type: 'web_search_tool_result_error', error_code: 'unavailable' }
  const failed = { ...searchResult, content }
  const messages = [user, { role: 'assistant', content: [searchCall, failed] }, user]
  const read = fromAnthropic(messages)
  expect(read[1]).toMatchObject({ content: [{}, { output: { type: 'error-json', value: content } }] })
  expect(encoded(...read).messages).toEqual(messages)
})

test('a turn that was paused while the server ran a tool continues', () => {
  const messages = [user, { role: 'assistant', content: [{ type: 'text', text: 'I search.' }, searchCall] }]
  expect(encoded(...fromAnthropic(messages))).toEqual({ messages, losses: [], repairs: [] })
})

test('a server call stays pending while the client answers its own calls', () => {
  const own = { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: {} }
  const messages = [
    user,
    { role: 'assistant', content: [searchCall, own] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'sunny' }] },
    { role: 'assistant', content: [searchResult, { type: 'text', text: 'Sunny.' }] },
  ]
  expect(encoded(...fromAnthropic(messages))).toEqual({ messages, losses: [], repairs: [] })
})

test('a server call without a result is omitted once its turn is over', () => {
  const said: Message = { role: 'assistant', content: [serverCall('srvtoolu_1'), { type: 'text', text: 'Done.' }] }
  const { messages, losses } = encoded(user, said, user)
  expect(messages[1]).toEqual({ role: 'assistant', content: 'Done.' })
  expect(losses).toEqual(['provider-executed'])
  // A message without content is removed, and its neighbours are merged.
  const alone = encoded(user, { role: 'assistant', content: [serverCall('srvtoolu_1')] }, user)
  expect(alone.messages.map(({ role }) => role)).toEqual(['user'])
  expect(alone.repairs).toEqual(['empty-message', 'merged'])
})

test('a server result without a call is omitted', () => {
  const { messages, repairs } = encoded(
    user,
    { role: 'assistant', content: [serverResult('srvtoolu_1'), call('a')] },
    {
      role: 'tool',
      content: [result('a')],
    },
  )
  expect(messages[1]).toMatchObject({ content: [{ type: 'tool_use' }] })
  expect(repairs).toEqual(['tool-pair'])
})

test('a server call that is repeated gets another id the second time', () => {
  const said: Message = { role: 'assistant', content: [serverCall('srvtoolu_1'), serverResult('srvtoolu_1')] }
  const { messages, repairs } = encoded(user, said, user, said, user)
  const [first, second] = [messages[1], messages[3]].map(
    (message) => message?.content as unknown as Record<string, string>[],
  )
  expect([first?.[0]?.['id'], first?.[1]?.['tool_use_id']]).toEqual(['srvtoolu_1', 'srvtoolu_1'])
  expect(second?.[0]?.['id']).toMatch(/^srvtoolu_1_[0-9a-f]{8}$/)
  expect(second?.[1]?.['tool_use_id']).toBe(second?.[0]?.['id'])
  expect(repairs).toEqual(['call-id'])
})

test('changes to a history after it was read are sent', () => {
  const hidden = { ...serverResult('srvtoolu_1'), output: { type: 'json', value: '[redacted]' } } as const
  const asked = { ...serverCall('srvtoolu_1'), input: { query: '[redacted]' } } as AssistantPart
  const { messages } = encoded(user, { role: 'assistant', content: [asked, hidden] }, user)
  expect(messages[1]?.content).toEqual([
    { ...searchCall, input: { query: '[redacted]' } },
    { ...searchResult, content: '[redacted]' },
  ])
  const text: AssistantPart = {
    type: 'text',
    text: '[redacted]',
    ...anthropic({ block: { type: 'future', text: 'secret' } }),
  }
  const other = encoded(user, { role: 'assistant', content: [text] }, user)
  expect(other.messages[1]?.content).toBe('[redacted]')
  expect(other.losses).toEqual(['provider-options'])
})

test.for<[string, object]>([
  ['an ordinary call', { type: 'tool_use', id: 'a', name: 'b', input: {} }],
  ['a call of the server', searchCall],
  ['thinking', { type: 'thinking', thinking: 'x', signature: 'y' }],
  ['an image', { type: 'image', source: { type: 'url', url: 'https://example.com' } }],
])('%s cannot enter a request as the block of a text', ([, block]) => {
  for (const role of ['user', 'assistant'] as const) {
    const part = { type: 'text', text: '', ...anthropic({ block }) } as const
    const { messages, losses } = encoded(user, answer, {
      role,
      content: [part, { type: 'text', text: 'x' }],
    } as Message)
    expect(JSON.stringify(messages.at(-1))).not.toContain((block as { type: string }).type)
    expect(losses).toEqual(['provider-options'])
  }
})
