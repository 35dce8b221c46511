import { isLamellaError, type Message } from '@lamella/core'
import { missingResultText } from '@lamella/core/plugin'
import { encodeOpenAIChat } from '@lamella/wire/openai-chat'
import { encodeOpenAIResponses } from '@lamella/wire/openai-responses'
import { expect, test } from 'vitest'
import { call, result } from '../fixtures.ts'
import { encoded } from './encoded.ts'

const user: Message = { role: 'user', content: 'Hello' }
const wireCall = (id: string, text = '{}'): object => ({
  id,
  type: 'function',
  function: { name: 'get_weather', arguments: text },
})
const wireResult = (tool_call_id: string, content: unknown = 'sunny'): object => ({
  role: 'tool',
  tool_call_id,
  content,
})
const turn = (...input: unknown[]): Message[] => [
  { role: 'assistant', content: input.map((value, index) => call(`c${index}`, value)) },
  { role: 'tool', content: input.map((_, index) => result(`c${index}`)) },
]
const argumentsOf = (input: unknown): unknown => {
  const { messages, losses, repairs } = encoded(...turn(input))
  const [assistant] = messages as { tool_calls: { function: { arguments: string } }[] }[]
  return [assistant?.tool_calls[0]?.function.arguments, ...losses, ...repairs]
}

test('parallel calls stay in one message and their results follow in the order of the calls', () => {
  const { messages, losses } = encoded(
    { role: 'assistant', content: [{ type: 'text', text: 'Let me see.' }, call('a', { city: 'Bern' }), call('b')] },
    { role: 'tool', content: [result('b', 'rain')] },
    { role: 'tool', content: [result('a')] },
    user,
  )
  expect(messages).toEqual([
    { role: 'assistant', content: 'Let me see.', tool_calls: [wireCall('a', '{"city":"Bern"}'), wireCall('b')] },
    wireResult('a'),
    wireResult('b', 'rain'),
    user,
  ])
  expect(losses).toEqual([])
})

test('an assistant message with calls alone has null content', () => {
  expect(encoded(...turn({})).messages[0]).toMatchObject({ content: null })
})

test('ids that are reused in a later turn are left alone', () => {
  const { messages, losses } = encoded(...turn({ n: 1 }), user, ...turn({ n: 2 }))
  expect(messages.filter(({ role }) => role === 'tool')).toEqual([wireResult('c0'), wireResult('c0')])
  expect(losses).toEqual([])
})

test('empty, long or duplicate ids are replaced together with those of their results', () => {
  const long = 'x'.repeat(41)
  const ids = ['', long, 'same', 'same', `${long}y`, 'x'.repeat(40)]
  const { messages, repairs } = encoded(
    { role: 'assistant', content: ids.map((id) => call(id)) },
    { role: 'tool', content: ids.map((id, index) => result(id, String(index))) },
  )
  const [assistant, ...tools] = messages as unknown as {
    tool_calls: { id: string }[]
    tool_call_id: string
    content: string
  }[]
  const sent = assistant?.tool_calls.map(({ id }) => id) ?? []
  expect(tools.map(({ tool_call_id }) => tool_call_id)).toEqual(sent)
  expect(tools.map(({ content }) => content)).toEqual(['0', '1', '2', '3', '4', '5'])
  expect(new Set(sent).size).toBe(6)
  for (const id of sent) expect(id.length).toBeLessThanOrEqual(40)
  expect([sent[2], sent[5]]).toEqual(['same', 'x'.repeat(40)])
  expect(repairs).toEqual(['call-id', 'call-id', 'call-id', 'call-id'])
})

test('a call without a result gets a marked placeholder, and a result without a call is omitted', () => {
  const { messages, repairs } = encoded(user, { role: 'tool', content: [result('z')] }, ...turn({}).slice(0, 1), user)
  expect(messages).toMatchObject([user, { role: 'assistant' }, wireResult('c0', missingResultText), user])
  expect(repairs).toEqual(['tool-pair', 'tool-pair'])
})

test('a misplaced result is moved after its call', () => {
  const [calls, results] = turn({}) as [Message, Message]
  const { messages, repairs } = encoded(calls, user, results)
  expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'user'])
  expect(repairs).toEqual(['tool-pair'])
})

test('repair rows name their place in the given context', () => {
  const { repairs } = encodeOpenAIChat({
    messages: [
      { role: 'tool', content: [result('z')] },
      user,
      ...turn({}).slice(0, 1),
      user,
      { role: 'user', content: '' },
    ],
  })
  expect(repairs.map(({ code, path }) => [code, path])).toEqual([
    ['tool-pair', 'messages[0]'],
    ['tool-pair', 'messages[2]'],
    ['empty-message', 'messages[4]'],
  ])
})

test('calls without results are dropped on request', () => {
  const { request } = encodeOpenAIChat(
    { messages: [user, ...turn({}).slice(0, 1)] },
    { repair: { missingResult: 'drop' } },
  )
  expect(request.messages).toEqual([user])
})

test("a person's denial answers the call, and a pending approval gets a placeholder", () => {
  const ask = (id: string): Message => ({
    role: 'assistant',
    content: [call(id), { type: 'tool-approval-request', approvalId: id, toolCallId: id }],
  })
  const { messages } = encoded(
    ask('a'),
    {
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: 'a', approved: false, reason: 'Not now.' }],
    },
    user,
    ask('b'),
  )
  expect(messages.filter(({ role }) => role === 'tool')).toEqual([
    wireResult('a', 'Not now.'),
    wireResult('b', missingResultText),
  ])
})

test.for([
  ['a call without a result', [user, ...turn({}).slice(0, 1)], 1],
  ['a result without a call', [user, { role: 'tool', content: [result('a')] }], 1],
  ['a result of another call', [turn({})[0], { role: 'tool', content: [result('c0'), result('z')] }], 1],
  ['a second result of one call', [...turn({}), { role: 'tool', content: [result('c0')] }], 2],
] as [string, Message[], number][])('%s is an error that names the message, on request', ([, messages, index]) => {
  try {
    encodeOpenAIChat({ messages }, { repair: { missingResult: 'fail', orphanResult: 'fail' } })
    expect.unreachable()
  } catch (error) {
    expect(isLamellaError(error, 'WIRE_TOOL_PAIR') && error.details).toMatchObject({ index })
  }
})

// vllm-project/vllm#48922, MoonshotAI/kimi-cli#2165: such a call made each later request fail.
test.each(['{"city": "Bern', ['Bern'], 7])(
  'arguments that are no object are sent as one, whatever the model: %j',
  (input) => {
    for (const model of [
      'gpt-5.4',
      'Qwen/Qwen3.6-35B-A3B',
      'deepseek-chat',
      'openai/gpt-oss-120b',
      'accounts/fireworks/models/kimi-k2',
    ]) {
      for (const encode of [encodeOpenAIChat, encodeOpenAIResponses]) {
        const { request, losses } = encode({ messages: turn(input) }, { model })
        expect(JSON.stringify(request)).toContain(JSON.stringify(JSON.stringify({ rawInvalidInput: input })))
        expect(losses.map(({ code }) => code)).toEqual(['value'])
      }
    }
  },
)

test('each kind of output becomes text', () => {
  const outputs = [
    result('c0', ''),
    result('c1', { type: 'json', value: { n: [1, null] } }),
    result('c2', { type: 'error-text', value: 'no such city' }),
    result('c3', { type: 'error-json', value: { code: 404 } }),
    result('c4', { type: 'content', value: [{ type: 'text', text: 'a' }] }),
    result('c5', {
      type: 'content',
      value: [
        { type: 'text', text: 'a' },
        { type: 'text', text: '' },
        { type: 'text', text: 'b' },
      ],
    }),
    result('c6', { type: 'content', value: [] }),
  ]
  const { messages, losses } = encoded(
    { role: 'assistant', content: outputs.map((part) => call(part.toolCallId)) },
    { role: 'tool', content: outputs },
  )
  expect(messages.slice(1).map(({ content }) => content)).toEqual([
    '',
    '{"n":[1,null]}',
    'no such city',
    '{"code":404}',
    'a',
    [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
    '',
  ])
  expect(losses).toEqual(['error-flag', 'error-flag'])
})

test('an image in a tool result leaves a marker and a loss', () => {
  const output = {
    type: 'content' as const,
    value: [
      { type: 'text' as const, text: 'Here:' },
      { type: 'media' as const, data: 'aGk=', mediaType: 'image/png' },
    ],
  }
  const { messages, losses } = encoded(...turn({}).slice(0, 1), { role: 'tool', content: [result('c0', output)] })
  expect(messages[1]?.content).toEqual([
    { type: 'text', text: 'Here:' },
    { type: 'text', text: expect.stringContaining('image/png left out') },
  ])
  expect(losses).toEqual(['media'])
})

test('arguments are always the JSON text of an object', () => {
  expect(argumentsOf(undefined)).toEqual(['{}'])
  expect(argumentsOf({ a: undefined, f: Math.abs, b: 'text', c: new Date(0) })).toEqual([
    '{"b":"text","c":"1970-01-01T00:00:00.000Z"}',
  ])
  expect(argumentsOf('{"city": "Bern"}')).toEqual(['{"city":"Bern"}'])
  expect(argumentsOf('plain')).toEqual(['{"rawInvalidInput":"plain"}', 'value'])
  expect(argumentsOf(null)).toEqual(['{}'])
})

test('values that JSON would change silently are a loss', () => {
  expect(argumentsOf({ n: Number.NaN })).toEqual(['{"n":null}', 'value'])
  expect(argumentsOf({ n: [undefined] })).toEqual(['{"n":[null]}', 'value'])
  expect(argumentsOf({ m: new Map([[1, 2]]) })).toEqual(['{"m":{}}', 'value'])
  expect(argumentsOf({ n: [() => 1] })).toEqual(['{"n":[null]}', 'value'])
})

test('a lone surrogate in arguments becomes U+FFFD, and an escaped one in text stays', () => {
  expect(argumentsOf({ 'k\uDC00': 'v\uD800', pair: '😀' })).toEqual(['{"k\uFFFD":"v\uFFFD","pair":"😀"}', 'surrogate'])
  expect(argumentsOf({ '\uD800': 1, '\uD801': 2 })).toEqual(['{"\uFFFD":2}', 'surrogate'])
  expect(argumentsOf({ text: '\\ud800' })).toEqual(['{"text":"\\\\ud800"}'])
})

test.for([
  ['a BigInt', 1n],
  [
    'a cycle',
    (() => {
      const cycle: unknown[] = []
      cycle.push(cycle)
      return cycle
    })(),
  ],
] as const)('%s in arguments is an error with the path', ([, value]) => {
  expect(() => encodeOpenAIChat({ messages: turn({ value }) })).toThrow(
    /messages\[0\]\.content\[0\].*(WIRE_UNENCODABLE|MESSAGE_INVALID)/,
  )
})

test('recorded arguments are written unchanged until the input changes', () => {
  const recorded = '{"id": 12345678901234567890}'
  const providerOptions = { openai: { arguments: recorded } }
  const sent = (input: unknown): unknown =>
    encoded(
      { role: 'assistant', content: [call('a', input, { providerOptions })] },
      { role: 'tool', content: [result('a')] },
    ).messages[0]
  expect(sent(JSON.parse(recorded))).toMatchObject({ tool_calls: [wireCall('a', recorded)] })
  expect(sent({ id: 'redacted' })).toMatchObject({ tool_calls: [wireCall('a', '{"id":"redacted"}')] })
})

test('a provider-executed call becomes an ordinary call, and content after it a second message', () => {
  const { messages, losses } = encoded(
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I search.' },
        call('p', {}, { providerExecuted: true }),
        call('c'),
        result('p', 'found'),
        { type: 'text', text: 'Now the weather.' },
      ],
    },
    { role: 'tool', content: [result('c')] },
  )
  expect(messages).toEqual([
    { role: 'assistant', content: 'I search.', tool_calls: [wireCall('p')] },
    wireResult('p', 'found'),
    { role: 'assistant', content: 'Now the weather.', tool_calls: [wireCall('c')] },
    wireResult('c'),
  ])
  expect(losses).toEqual(['provider-executed'])
})

test('a provider-executed call without a result is omitted', () => {
  const { messages, losses } = encoded(user, {
    role: 'assistant',
    content: [call('p', {}, { providerExecuted: true }), { type: 'text', text: 'Done.' }],
  })
  expect(messages[1]).toEqual({ role: 'assistant', content: 'Done.' })
  expect(losses).toEqual(['provider-executed'])
})
