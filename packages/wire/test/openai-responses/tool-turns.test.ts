import { isLamellaError, type Message, type ToolOutput } from '@lamella/core'
import { missingResultText } from '@lamella/core/plugin'
import { encodeOpenAIResponses } from '@lamella/wire/openai-responses'
import { expect, test } from 'vitest'
import { call, png, result } from '../fixtures.ts'
import { encoded, openai, user } from './encoded.ts'

const wireCall = (call_id: string, text = '{}'): object => ({
  type: 'function_call',
  call_id,
  name: 'get_weather',
  arguments: text,
})
const wireOutput = (call_id: string, output: unknown = 'sunny'): object => ({
  type: 'function_call_output',
  call_id,
  output,
})
const turn = (...ids: string[]): Message[] => [
  { role: 'assistant', content: ids.map((id) => call(id)) },
  { role: 'tool', content: ids.map((id) => result(id)) },
]

test('parallel calls are consecutive and their outputs follow in the order of the calls', () => {
  const { input, losses } = encoded([
    { role: 'assistant', content: [{ type: 'text', text: 'Let me see.' }, call('a', { city: 'Bern' }), call('b')] },
    { role: 'tool', content: [result('b', 'rain')] },
    { role: 'tool', content: [result('a')] },
    user,
  ])
  expect(input).toEqual([
    { role: 'assistant', content: 'Let me see.' },
    wireCall('a', '{"city":"Bern"}'),
    wireCall('b'),
    wireOutput('a'),
    wireOutput('b', 'rain'),
    user,
  ])
  expect(losses).toEqual([])
})

test('a text after a call is sent before it, so that outputs follow their calls directly', () => {
  const { input, repairs } = encoded([
    { role: 'assistant', content: [call('a'), { type: 'text', text: 'One moment.' }, call('b')] },
    { role: 'tool', content: [result('a'), result('b')] },
  ])
  expect(input).toEqual([
    { role: 'assistant', content: 'One moment.' },
    wireCall('a'),
    wireCall('b'),
    wireOutput('a'),
    wireOutput('b'),
  ])
  expect(repairs).toEqual(['order'])
})

test('ids that are reused in a later turn are replaced, because the API pairs across the whole input', () => {
  const { input, repairs } = encoded([...turn('a'), user, ...turn('a')])
  const ids = input.flatMap((item) => ('call_id' in item ? [item.call_id] : []))
  expect(ids[0]).toBe('a')
  expect(ids[1]).toBe('a')
  expect(ids[2]).toMatch(/^a_[0-9a-f]{8}$/)
  expect(ids[3]).toBe(ids[2])
  expect(repairs).toEqual(['call-id'])
})

test('ids that are empty or longer than 64 characters are replaced together with those of their results', () => {
  const { input, repairs } = encoded(turn('', 'x'.repeat(65), 'x'.repeat(64)))
  const ids = input.flatMap((item) => ('call_id' in item ? [item.call_id] : []))
  expect(ids.slice(3)).toEqual(ids.slice(0, 3))
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^.{1,64}$/)
  expect(ids[2]).toBe('x'.repeat(64))
  expect(repairs).toEqual(['call-id', 'call-id'])
})

test('a call without a result gets a marked placeholder, and a result without a call is omitted', () => {
  const { input, repairs } = encoded([user, { role: 'tool', content: [result('z')] }, ...turn('a').slice(0, 1), user])
  expect(input).toEqual([user, wireCall('a'), wireOutput('a', missingResultText), user])
  expect(repairs).toEqual(['tool-pair', 'tool-pair'])
})

test('unpaired calls and results are an error that names the message, on request', () => {
  try {
    encodeOpenAIResponses({ messages: [user, ...turn('a').slice(0, 1)] }, { repair: { missingResult: 'fail' } })
    expect.unreachable()
  } catch (error) {
    expect(isLamellaError(error, 'WIRE_TOOL_PAIR') && error.details).toMatchObject({ index: 1 })
  }
})

const outputs: readonly [ToolOutput, unknown, readonly string[]][] = [
  [{ type: 'text', value: '' }, '', []],
  [{ type: 'json', value: { n: [1, null] } }, '{"n":[1,null]}', []],
  [{ type: 'error-text', value: 'no such city' }, 'no such city', ['error-flag']],
  [{ type: 'error-json', value: { code: 404 } }, '{"code":404}', ['error-flag']],
  [{ type: 'execution-denied', reason: 'Not now.' }, 'Not now.', ['error-flag']],
  [{ type: 'content', value: [] }, '', []],
  [{ type: 'content', value: [{ type: 'text', text: 'a' }] }, 'a', []],
  [
    {
      type: 'content',
      value: [
        { type: 'text', text: 'See:' },
        { type: 'image-data', data: png, mediaType: 'image/png' },
        { type: 'image-url', url: 'https://a.b/c.png', ...openai({ imageDetail: 'low' }) },
        { type: 'image-file-id', fileId: 'file-1' },
        { type: 'file-data', data: 'JVBERi0=', mediaType: 'application/pdf', filename: 'a.pdf' },
        { type: 'file-url', url: 'https://a.b/c.pdf' },
        { type: 'file-id', fileId: { openai: 'file-2' } },
      ],
    },
    [
      { type: 'input_text', text: 'See:' },
      { type: 'input_image', image_url: `data:image/png;base64,${png}`, detail: 'auto' },
      { type: 'input_image', image_url: 'https://a.b/c.png', detail: 'low' },
      { type: 'input_image', file_id: 'file-1', detail: 'auto' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' },
      { type: 'input_file', file_url: 'https://a.b/c.pdf' },
      { type: 'input_file', file_id: 'file-2' },
    ],
    [],
  ],
  [
    {
      type: 'content',
      value: [{ type: 'media', data: 'SUQz', mediaType: 'audio/mpeg' }, { type: 'custom' }],
    },
    [
      { type: 'input_text', text: '[file left out: OpenAI Responses does not accept audio/mpeg]' },
      { type: 'input_text', text: '[custom left out: OpenAI Responses does not support it]' },
    ],
    ['media', 'media'],
  ],
]

test.for(outputs)('the output %o is sent', ([output, expected, lost]) => {
  const { input, losses } = encoded([...turn('a').slice(0, 1), { role: 'tool', content: [result('a', output)] }])
  expect(input[1]).toEqual(wireOutput('a', expected))
  expect(losses).toEqual(lost)
})

test('an output longer than the API accepts is an error with the path', () => {
  const long = 'x'.repeat(10_485_761)
  const messages: Message[] = [...turn('a').slice(0, 1), { role: 'tool', content: [result('a', long)] }]
  expect(() => encodeOpenAIResponses({ messages })).toThrow(/messages\[1\]\.content\[0\].*WIRE_UNENCODABLE/)
})

test('recorded arguments are written unchanged until the input changes', () => {
  const recorded = '{"id":12345678901234567890}'
  const sent = (value: unknown): unknown =>
    encoded([
      { role: 'assistant', content: [call('a', value, openai({ arguments: recorded }))] },
      { role: 'tool', content: [result('a')] },
    ]).input[0]
  expect(sent(JSON.parse(recorded))).toEqual(wireCall('a', recorded))
  expect(sent({ id: 'redacted' })).toEqual(wireCall('a', '{"id":"redacted"}'))
})

test('a custom tool call is sent with its text, and its result as that of a custom tool', () => {
  const { input } = encoded([
    { role: 'assistant', content: [call('a', 'select 1', openai({ custom: true, itemId: 'ctc_1' }))] },
    { role: 'tool', content: [result('a')] },
  ])
  expect(input).toEqual([
    { type: 'custom_tool_call', call_id: 'a', name: 'get_weather', input: 'select 1', id: 'ctc_1' },
    { type: 'custom_tool_call_output', call_id: 'a', output: 'sunny' },
  ])
})

test('an AI SDK result that contains the fields of its call is sent without them', () => {
  const fields = openai({ itemId: 'fc_1', namespace: 'weather' })
  const { input, losses } = encoded([
    { role: 'assistant', content: [call('a', {}, fields)] },
    { role: 'tool', content: [{ ...result('a'), ...fields }] },
  ])
  expect(input).toEqual([{ ...wireCall('a'), id: 'fc_1', namespace: 'weather' }, wireOutput('a')])
  expect(losses).toEqual([])
})

test('a call that another provider ran becomes an ordinary call, and content after it follows its output', () => {
  const { input, losses } = encoded([
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I search.' },
        call('srvtoolu_1', {}, { providerExecuted: true }),
        call('c'),
        result('srvtoolu_1', 'found'),
        { type: 'text', text: 'Now the weather.' },
      ],
    },
    { role: 'tool', content: [result('c')] },
  ])
  expect(input).toEqual([
    { role: 'assistant', content: 'I search.' },
    wireCall('srvtoolu_1'),
    wireOutput('srvtoolu_1', 'found'),
    { role: 'assistant', content: 'Now the weather.' },
    wireCall('c'),
    wireOutput('c'),
  ])
  expect(losses).toEqual(['provider-executed'])
})

test("a result answers the program's call, even if the provider ran one with the same id", () => {
  const { input } = encoded([
    user,
    { role: 'assistant', content: [call('c', { n: 1 }, { providerExecuted: true }), call('c', { n: 2 })] },
    { role: 'tool', content: [result('c')] },
    user,
  ])
  expect(input).toEqual([user, wireCall('c', '{"n":2}'), wireOutput('c'), user])
})
