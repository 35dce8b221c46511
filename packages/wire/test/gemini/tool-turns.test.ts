import type { Message, ToolOutput } from '@lamella/core'
import { fromGemini } from '@lamella/wire/gemini'
import { expect, test } from 'vitest'
import { call, result } from '../fixtures.ts'
import { encoded, encodedWith, shapeOf } from './encoded.ts'

const user = { role: 'user', content: 'Weather?' } as const
const tool = (...content: (Message & { role: 'tool' })['content']): Message => ({ role: 'tool', content })
const assistant = (...content: (Message & { role: 'assistant'; content: unknown[] })['content']): Message => ({
  role: 'assistant',
  content,
})

test('calls are parts of one content, and their responses are parts of the next, in the order of the calls', () => {
  const { contents, losses, repairs } = encoded(
    user,
    assistant({ type: 'text', text: 'Let me see.' }, call('a', { city: 'Bern' }), call('b', { city: 'Biel' })),
    tool(result('b', 'fog')),
    tool(result('a', 'sun')),
  )
  expect(contents.slice(1)).toEqual([
    {
      role: 'model',
      parts: [
        { text: 'Let me see.' },
        { functionCall: { id: 'a', name: 'get_weather', args: { city: 'Bern' } } },
        { functionCall: { id: 'b', name: 'get_weather', args: { city: 'Biel' } } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'a', name: 'get_weather', response: { output: 'sun' } } },
        { functionResponse: { id: 'b', name: 'get_weather', response: { output: 'fog' } } },
      ],
    },
  ])
  expect([losses, repairs]).toEqual([[], []])
})

test.for<[ToolOutput, object]>([
  [{ type: 'text', value: 'sun' }, { output: 'sun' }],
  [{ type: 'text', value: '' }, { output: '' }],
  [{ type: 'json', value: { sky: 'clear' } }, { sky: 'clear' }],
  [{ type: 'json', value: {} }, {}],
  [{ type: 'json', value: [1, 2] }, { output: [1, 2] }],
  [{ type: 'json', value: null }, { output: null }],
  [{ type: 'json', value: { output: 1 } }, { output: { output: 1 } }],
  [{ type: 'json', value: { error: 'none', other: 2 } }, { output: { error: 'none', other: 2 } }],
  [{ type: 'error-text', value: 'No such city.' }, { error: 'No such city.' }],
  [{ type: 'error-json', value: { code: 404 } }, { error: { code: 404 } }],
])('an output is an object, and round-trips unchanged: %j', ([output, response]) => {
  const { contents, losses } = encoded(user, assistant(call('a')), tool(result('a', output)))
  expect(contents[2]?.parts[0]?.functionResponse?.response).toEqual(response)
  expect(losses).toEqual([])
  expect(fromGemini(contents)[2]).toEqual(tool(result('a', output)))
})

test("a denied call is an error with the person's words", () => {
  const denied = (reason?: string): ToolOutput => ({
    type: 'execution-denied',
    ...(reason !== undefined && { reason }),
  })
  const { contents } = encoded(
    user,
    assistant(call('a'), call('b')),
    tool(result('a', denied('Not now.')), result('b', denied())),
  )
  expect(contents[2]?.parts.map((part) => part.functionResponse?.response)).toEqual([
    { error: 'Not now.' },
    { error: 'Tool execution denied.' },
  ])
})

test('several texts of an output are a list', () => {
  const text = (value: string) => ({ type: 'text' as const, text: value })
  const { contents } = encoded(
    user,
    assistant(call('a'), call('b'), call('c')),
    tool(
      result('a', { type: 'content', value: [text('one'), text('two')] }),
      result('b', { type: 'content', value: [text('one')] }),
      result('c', { type: 'content', value: [] }),
    ),
  )
  expect(contents[2]?.parts.map((part) => part.functionResponse?.response)).toEqual([
    { output: ['one', 'two'] },
    { output: 'one' },
    { output: '' },
  ])
})

test('non-object arguments are wrapped in an object, which is reported', () => {
  const { contents, losses } = encoded(
    user,
    assistant(call('a', 'Bern'), call('b', undefined), call('c', new Map())),
    tool(result('a'), result('b'), result('c')),
  )
  expect(contents[1]?.parts.map((part) => part.functionCall?.args)).toEqual([{ rawInvalidInput: 'Bern' }, {}, {}])
  expect(losses).toEqual(['value messages[1].content[0]', 'value messages[1].content[2]'])
})

test('empty or duplicate ids are replaced, for call and response alike', () => {
  const { contents, repairs } = encoded(
    user,
    assistant(call('a'), call('a'), call('')),
    tool(result('a', '1'), result('a', '2'), result('', '3')),
  )
  const ids = contents[1]?.parts.map((part) => part.functionCall?.id) ?? []
  expect(new Set(ids).size).toBe(3)
  expect(contents[2]?.parts.map((part) => part.functionResponse?.id)).toEqual(ids)
  expect(repairs).toEqual(['call-id messages[1].content[1]', 'call-id messages[1].content[2]'])
})

test('Vertex AI gets no ids by default, and the option turns them off everywhere', () => {
  const messages = [user, assistant(call('a')), tool(result('a'))]
  const idsOf = (options: Parameters<typeof encodedWith>[0]): unknown[] =>
    encodedWith(options, ...messages).contents.flatMap(({ parts }) =>
      parts.flatMap(({ functionCall, functionResponse }) => (functionCall ?? functionResponse)?.id ?? []),
    )
  expect(idsOf({})).toEqual(['a', 'a'])
  expect(idsOf({ api: 'vertex' })).toEqual([])
  expect(idsOf({ api: 'vertex', callIds: true })).toEqual(['a', 'a'])
  expect(idsOf({ callIds: false })).toEqual([])
})

test('invalid names are replaced in calls and responses', () => {
  const { contents, repairs } = encoded(
    user,
    assistant(call('a', {}, { toolName: '1 weather' }), call('b', {}, { toolName: 'a.b:c-d' })),
    tool(result('a'), result('b')),
  )
  const [first, second] = contents[1]?.parts.map((part) => part.functionCall?.name) ?? []
  expect(first).toMatch(/^__weather_[0-9a-f]{8}$/)
  expect(second).toBe('a.b:c-d')
  expect(contents[2]?.parts.map((part) => part.functionResponse?.name)).toEqual([first, second])
  expect(repairs).toEqual(['tool-name messages[1].content[0]'])
})

test('a call without a result gets an error placeholder, and a result without a call is dropped', () => {
  const { contents, repairs } = encoded(user, assistant(call('a')), user, tool(result('b')))
  expect(shapeOf(contents)).toEqual(['user: text', 'model: functionCall', 'user: functionResponse', 'user: text'])
  expect(contents[2]?.parts[0]?.functionResponse?.response).toEqual({
    error: '[No result of this tool call was recorded.]',
  })
  expect(repairs.map((row) => row.split(' ')[0])).toEqual(['tool-pair', 'tool-pair'])
  expect(() => encodedWith({ repair: { missingResult: 'fail' } }, user, assistant(call('a')))).toThrow(/WIRE_TOOL_PAIR/)
})

test('a call that another provider ran is an ordinary call, and text after it a separate content', () => {
  const { contents, losses } = encoded(
    user,
    assistant(
      { type: 'text', text: 'I search.' },
      { ...call('s', { q: 'x' }), toolName: 'web_search', providerExecuted: true },
      { ...result('s', { type: 'json', value: { hits: 1 } }), toolName: 'web_search' },
      { type: 'text', text: 'Found.' },
    ),
  )
  expect(shapeOf(contents)).toEqual(['user: text', 'model: text functionCall', 'user: functionResponse', 'model: text'])
  expect(losses).toEqual(['provider-executed messages[1].content[1]'])
})

/** Values that are null in JSON, which Gemini reads as an absent field. */
const nulls: readonly (readonly [what: string, value: unknown])[] = [
  ['null', null],
  ['NaN', Number.NaN],
  ['an invalid date', new Date(Number.NaN)],
  ['a function', () => 1],
]

test.for(nulls)('a provider-executed call with %s as data of its kind is an ordinary call', ([, value]) => {
  const native = { providerOptions: { google: { kind: 'newThing' } } }
  const { contents, losses } = encoded(
    user,
    assistant(
      { ...call('s', value, native), providerExecuted: true },
      { ...result('s', { type: 'json', value: {} }), ...native },
    ),
  )
  expect(shapeOf(contents)).toEqual(['user: text', 'model: functionCall', 'user: functionResponse'])
  expect(contents[1]?.parts[0]?.functionCall?.args).toEqual(value === null ? {} : { rawInvalidInput: null })
  expect(losses).toContain('provider-executed messages[1].content[0]')
})

test.for(nulls)('a result with %s as data of its kind is an ordinary result', ([, value]) => {
  const native = { providerOptions: { google: { kind: 'newThing' } } }
  const output = { type: 'json', value } as ToolOutput
  const { contents, losses } = encoded(
    user,
    assistant({ ...call('s', { a: 1 }, native), providerExecuted: true }, { ...result('s', output), ...native }),
  )
  expect(shapeOf(contents)).toEqual(['user: text', 'model: functionCall', 'user: functionResponse'])
  expect(contents[2]?.parts[0]?.functionResponse?.response).toEqual({ output: null })
  expect(losses).toContain('provider-executed messages[1].content[0]')
})

test('unsupported options of tool messages and outputs are reported', () => {
  const other = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
  const { losses } = encoded(user, assistant(call('a')), {
    role: 'tool',
    content: [{ ...result('a', { type: 'text', value: 'x', ...other }), ...other }],
    ...other,
  })
  expect(losses).toEqual([
    'provider-options messages[2].content[0]',
    'provider-options messages[2].content[0]',
    'provider-options messages[2]',
  ])
})
