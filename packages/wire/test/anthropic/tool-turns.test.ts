import { isLamellaError, type Message } from '@lamella/core'
import { missingResultText } from '@lamella/core/plugin'
import { type AnthropicMessage, encodeAnthropic } from '@lamella/wire/anthropic'
import { expect, test } from 'vitest'
import { call, result } from '../fixtures.ts'
import { answer, encoded, encodedWith, user } from './encoded.ts'
import { anthropic } from './parts.ts'

const text = (value: string): { type: 'text'; text: string } => ({ type: 'text', text: value })
const wireCall = (id: string, input: object = {}): object => ({ type: 'tool_use', id, name: 'get_weather', input })
const wireResult = (id: string, content: unknown = 'sunny'): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
})
const turn = (...ids: string[]): Message[] => [
  { role: 'assistant', content: ids.map((id) => call(id)) },
  { role: 'tool', content: ids.map((id) => result(id)) },
]
const blocksOf = (message: AnthropicMessage | undefined): object[] => message?.content as object[]

test('results come first in the user message after their calls, in the order of the calls', () => {
  const { messages, losses, repairs } = encoded(
    user,
    { role: 'assistant', content: [text('Let me see.'), call('a', { city: 'Bern' }), call('b')] },
    { role: 'tool', content: [result('b', 'rain')] },
    { role: 'tool', content: [result('a')] },
    user,
  )
  expect(messages).toEqual([
    user,
    { role: 'assistant', content: [text('Let me see.'), wireCall('a', { city: 'Bern' }), wireCall('b')] },
    { role: 'user', content: [wireResult('a'), wireResult('b', 'rain'), text('Hello')] },
  ])
  expect([losses, repairs]).toEqual([[], []])
})

test("the user's words after results share a message with them, whatever the options", () => {
  const { messages, repairs } = encodedWith({ mergeConsecutive: false }, { messages: [user, ...turn('a'), user, user] })
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'user'])
  expect(blocksOf(messages[2])).toEqual([wireResult('a'), text('Hello')])
  expect(repairs).toEqual([])
})

test('calls are moved after the texts of their message, which is reported', () => {
  const said: Message = { role: 'assistant', content: [call('a'), text('One.'), call('b'), text('Two.')] }
  const { messages, repairs } = encoded(user, said, { role: 'tool', content: [result('a'), result('b')] })
  expect(blocksOf(messages[1])).toEqual([text('One.'), text('Two.'), wireCall('a'), wireCall('b')])
  expect(repairs).toEqual(['order'])
})

test('reused or invalid ids are replaced together with those of their results', () => {
  const ids = ['same', 'a.b', '', 'same', 'x'.repeat(65), '__proto__']
  const { messages, repairs } = encoded(user, ...turn(...ids), user, ...turn('same'))
  const calls = messages.flatMap(({ role, content }) => (role === 'assistant' ? (content as { id: string }[]) : []))
  const results = messages.flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.flatMap((block) => (block.type === 'tool_result' ? [block] : [])),
  )
  const sent = calls.map(({ id }) => id)
  expect(results.map(({ tool_use_id }) => tool_use_id)).toEqual(sent)
  expect(new Set(sent).size).toBe(7)
  for (const id of sent) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  expect([sent[0], sent[5]]).toEqual(['same', '__proto__'])
  expect(repairs).toEqual(Array.from({ length: 5 }, () => 'call-id'))
})

test('replacement ids do not depend on the start of a conversation', () => {
  const history = [user, ...turn('same'), user, ...turn('same')]
  const before = encoded(...history).messages
  const after = encoded(...history, user, ...turn('same')).messages
  expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
})

test('a call without a result gets a marked placeholder, and a result without a call is omitted', () => {
  const open = turn('a').slice(0, 1)
  const { messages, repairs } = encoded(user, { role: 'tool', content: [result('z')] }, ...open, user)
  expect(messages[2]).toMatchObject({ content: [{ tool_use_id: 'a', content: missingResultText }, text('Hello')] })
  expect(repairs).toEqual(['tool-pair', 'tool-pair'])
  const dropped = encodedWith({ repair: { missingResult: 'drop' } }, { messages: [user, ...open, user] })
  expect(dropped.messages).toMatchObject([{ role: 'user', content: [text('Hello'), text('Hello')] }])
})

test('a misplaced result is moved after its call', () => {
  const [calls, results] = turn('a') as [Message, Message]
  const { messages, repairs } = encoded(user, calls, user, results)
  expect(blocksOf(messages[2])).toEqual([wireResult('a'), text('Hello')])
  expect(repairs).toEqual(['tool-pair'])
})

test.for<[string, Message[], number]>([
  ['a call without a result', [user, ...turn('a').slice(0, 1)], 1],
  ['a result without a call', [user, { role: 'tool', content: [result('a')] }], 1],
])('%s is an error that names the message, on request', ([, messages, index]) => {
  try {
    encodeAnthropic({ messages }, { repair: { missingResult: 'fail', orphanResult: 'fail' } })
    expect.unreachable()
  } catch (error) {
    expect(isLamellaError(error, 'WIRE_TOOL_PAIR') && error.details).toMatchObject({ index })
  }
})

test('each kind of output is written as the API accepts it', () => {
  const outputs = [
    result('c0', ''),
    result('c1', { type: 'json', value: { n: [1, null] } }),
    result('c2', { type: 'error-text', value: 'no such city' }),
    result('c3', { type: 'error-json', value: { code: 404 } }),
    result('c4', { type: 'content', value: [text('a')] }),
    result('c5', { type: 'content', value: [text('a'), text(''), text('b')] }),
    result('c6', { type: 'content', value: [] }),
    result('c7', { type: 'error-text', value: ' ' }),
    result('c8', { type: 'execution-denied', reason: 'Not now.' }),
    result('c9', ' '),
  ]
  const { messages, losses, repairs } = encoded(
    { role: 'assistant', content: outputs.map((part) => call(part.toolCallId)) },
    { role: 'tool', content: outputs },
  )
  expect(blocksOf(messages[2])).toEqual([
    { type: 'tool_result', tool_use_id: 'c0' },
    wireResult('c1', '{"n":[1,null]}'),
    { ...wireResult('c2', 'no such city'), is_error: true },
    { ...wireResult('c3', '{"code":404}'), is_error: true },
    wireResult('c4', 'a'),
    wireResult('c5', [text('a'), text('b')]),
    { type: 'tool_result', tool_use_id: 'c6' },
    { ...wireResult('c7', '[The tool failed without a message.]'), is_error: true },
    { ...wireResult('c8', 'Not now.'), is_error: true },
    { type: 'tool_result', tool_use_id: 'c9' },
  ])
  expect(losses).toEqual([])
  expect(repairs).toEqual(['empty-text', 'empty-text', 'empty-text', 'empty-text', 'alternation'])
})

test("a person's denial answers the call", () => {
  const asked: Message = {
    role: 'assistant',
    content: [call('a'), { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'a' }],
  }
  const word = { type: 'tool-approval-response', approvalId: 'a', approved: false, reason: 'Not now.' } as const
  const { messages } = encoded(user, asked, { role: 'tool', content: [word] }, user)
  expect(blocksOf(messages[2])).toEqual([{ ...wireResult('a', 'Not now.'), is_error: true }, text('Hello')])
})

test('arguments are an object, and other values are wrapped in one', () => {
  const inputOf = (input: unknown): unknown => {
    const said: Message = { role: 'assistant', content: [call('a', input)] }
    const { messages, losses } = encoded(user, said, { role: 'tool', content: [result('a')] })
    return [(blocksOf(messages[1])[0] as { input: unknown }).input, ...losses]
  }
  expect(inputOf(undefined)).toEqual([{}])
  expect(inputOf({ a: 1, b: new Date(0) })).toEqual([{ a: 1, b: '1970-01-01T00:00:00.000Z' }])
  expect(inputOf('{"city": "Be')).toEqual([{ rawInvalidInput: '{"city": "Be' }, 'value'])
  expect(inputOf('{"city": "Bern"}')).toEqual([{ city: 'Bern' }])
  expect(inputOf([1])).toEqual([{ rawInvalidInput: [1] }, 'value'])
  expect(inputOf(null)).toEqual([{}])
  expect(inputOf({ n: Number.NaN })).toEqual([{ n: null }, 'value'])
})

test('a call that another provider ran becomes an ordinary call with its result', () => {
  const searched: Message = {
    role: 'assistant',
    content: [
      text('I search.'),
      call('p', {}, { providerExecuted: true }),
      result('p', 'found'),
      text('Found.'),
      call('c'),
    ],
  }
  const { messages, losses } = encoded(user, searched, { role: 'tool', content: [result('c')] })
  expect(messages.slice(1)).toEqual([
    { role: 'assistant', content: [text('I search.'), wireCall('p')] },
    { role: 'user', content: [wireResult('p', 'found')] },
    { role: 'assistant', content: [text('Found.'), wireCall('c')] },
    { role: 'user', content: [wireResult('c')] },
  ])
  expect(losses).toEqual(['provider-executed'])
})

test("the caller and Anthropic's own fields of a call or a result are written back", () => {
  const fields = anthropic({ caller: { type: 'code_execution_20250825', toolId: 'srvtoolu_1' }, extra: { n: 1 } })
  const { messages, losses } = encoded(
    user,
    { role: 'assistant', content: [call('a', {}, fields)], ...anthropic({ extra: { n: 2 } }) },
    { role: 'tool', content: [{ ...result('a'), ...anthropic({ extra: { n: 3 } }) }] },
    answer,
  )
  expect(messages[1]).toMatchObject({
    n: 2,
    content: [{ ...wireCall('a'), caller: { type: 'code_execution_20250825', tool_id: 'srvtoolu_1' }, n: 1 }],
  })
  expect(blocksOf(messages[2])).toEqual([{ ...wireResult('a'), n: 3 }])
  expect(losses).toEqual([])
})

test('a tool that a search found is referenced by the name that it is sent with', () => {
  const found = { type: 'custom', ...anthropic({ type: 'tool-reference', toolName: 'a.b' }) } as const
  const context = {
    messages: [
      user,
      { role: 'assistant', content: [call('a')] },
      { role: 'tool', content: [result('a', { type: 'content', value: [found] })] },
    ] as Message[],
    tools: [{ name: 'a.b', inputSchema: {} }],
  }
  const { messages } = encodedWith({}, context)
  expect(blocksOf(messages[2])).toEqual([wireResult('a', [{ type: 'tool_reference', tool_name: 'a_b' }])])
})
