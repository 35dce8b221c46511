import type { Context, SystemPart } from '@lamella/core'
import { type AnthropicOptions, encodeAnthropic, type Loss, toAnthropic } from '@lamella/wire/anthropic'
import { expect, expectTypeOf, test } from 'vitest'
import { call, result, weather } from '../fixtures.ts'
import { deepFreeze } from '../freeze.ts'
import { answer, encoded, encodedWith, user } from './encoded.ts'
import { anthropic } from './parts.ts'

const layer = (name: string, content: string): SystemPart => ({
  role: 'system',
  content,
  layer: name,
  stability: 'static',
})

test('encodes a context as a request', () => {
  const context = {
    system: [layer('system', 'Be kind.'), layer('memory', ''), layer('tools', 'Use them.')],
    messages: [user],
    tools: [weather],
    parameters: {
      model: 'claude-sonnet-4-5',
      temperature: 0,
      maxOutputTokens: 9,
      stopSequences: ['END'],
      toolChoice: 'auto',
    },
  } as const
  expect(toAnthropic(deepFreeze(context))).toEqual({
    model: 'claude-sonnet-4-5',
    max_tokens: 9,
    system: 'Be kind.\n\nUse them.',
    messages: [user],
    tools: [{ name: 'get_weather', description: weather.description, input_schema: weather.inputSchema }],
    tool_choice: { type: 'auto' },
    temperature: 0,
    stop_sequences: ['END'],
  })
})

test('accepts a context of the core unchanged', () => {
  expectTypeOf<Context>().toExtend<Parameters<typeof toAnthropic>[0]>()
})

test('the model of the options overrides that of the parameters and narrows the type', () => {
  const request = toAnthropic({ messages: [user], parameters: { model: 'a' } }, { model: 'claude-sonnet-4-5' })
  expectTypeOf(request.model).toEqualTypeOf<string>()
  expect(request.model).toBe('claude-sonnet-4-5')
})

test('sends a single text as a string and several as blocks', () => {
  const one = { type: 'text', text: 'a' } as const
  const parts = (...content: (typeof one)[]): unknown => encoded({ role: 'user', content }).messages[0]?.content
  expect(parts(one)).toBe('a')
  expect(parts(one, { type: 'text', text: '' } as never)).toBe('a')
  expect(parts(one, one)).toEqual([one, one])
})

test('omits empty messages, and treats spaces alone as empty', () => {
  const { messages, losses, repairs } = encoded(
    user,
    { role: 'user', content: [{ type: 'text', text: ' \n' }] },
    { role: 'assistant', content: '' },
    { role: 'assistant', content: '\t' },
  )
  expect(messages).toEqual([user])
  expect(repairs).toEqual(['empty-text', 'empty-message', 'empty-message', 'empty-text', 'empty-message'])
  expect(losses).toEqual([])
})

test.for([[[]], [[{ role: 'user', content: '' }]], [[{ role: 'system', content: 'Be kind.' }]]] as const)(
  'an empty request is an error: %j',
  ([messages]) => {
    expect(() => toAnthropic({ messages })).toThrow(/The request is empty.*WIRE_UNENCODABLE/)
  },
)

test('more messages than the API accepts are an error', () => {
  const messages = Array.from({ length: 100_001 }, (_, at) => (at % 2 === 0 ? user : answer))
  expect(() => toAnthropic({ messages })).toThrow(/at most 100000 messages.*WIRE_UNENCODABLE/)
  expect(toAnthropic({ messages: messages.slice(0, 100_000) }).messages).toHaveLength(100_000)
})

test('merges messages of one role, and reports each', () => {
  const { messages, repairs } = encoded(user, user, answer, answer, { role: 'user', content: 'Bye.' })
  expect(messages).toEqual([
    { role: 'user', content: [text('Hello'), text('Hello')] },
    { role: 'assistant', content: [text('Hi'), text('Hi')] },
    { role: 'user', content: 'Bye.' },
  ])
  expect(repairs).toEqual(['merged', 'merged'])
})

test('does not merge messages of one role if the option is off', () => {
  const context = { messages: [answer, user, user] }
  expect(encodedWith({ mergeConsecutive: false }, context)).toEqual({ ...context, losses: [], repairs: [] })
})

test('inserts a marked user message before a conversation that begins with the assistant', () => {
  const { messages, repairs } = encoded(answer, user)
  expect(messages).toEqual([{ role: 'user', content: '[The conversation begins here.]' }, answer, user])
  expect(repairs).toEqual(['alternation'])
  const kept = encodedWith({ ensureAlternating: false }, { messages: [answer, user, user] })
  expect(kept.messages.map(({ role }) => role)).toEqual(['assistant', 'user'])
  expect(kept.repairs).toEqual(['merged'])
  const asked = encodedWith({ mergeConsecutive: false, ensureAlternating: true }, { messages: [answer, answer] })
  expect(asked.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
})

test('removes trailing spaces from a final assistant message', () => {
  const { messages, repairs } = encoded(user, { role: 'assistant', content: 'I see a \n' })
  expect(messages[1]?.content).toBe('I see a')
  expect(repairs).toEqual(['empty-text'])
  const blocks = encoded(user, { role: 'assistant', content: [text('a '), text('b ')] })
  expect(blocks.messages[1]?.content).toEqual([text('a '), text('b')])
  expect(encoded(user, { role: 'assistant', content: 'a ' }, user).messages[1]?.content).toBe('a ')
})

test('omits a file in an assistant message, and reports it with its path', () => {
  const file = { type: 'file', data: 'aGk=', mediaType: 'image/png' } as const
  const { request, losses } = encodeAnthropic({
    messages: [user, { role: 'assistant', content: [file, text('Here.')] }, user],
  })
  expect(request.messages[1]).toEqual({ role: 'assistant', content: 'Here.' })
  expect(losses).toEqual([{ code: 'media', path: 'messages[1].content[0]', what: expect.any(String) }])
})

test('reports losses and repairs', () => {
  const reported: string[] = []
  const messages = [{ ...user, providerOptions: { google: { x: 1 }, anthropic: { speed: 'fast' } } }, user]
  const onLoss = ({ code, path }: Loss): void => void reported.push(`${code} ${path}`)
  toAnthropic({ messages }, { onLoss, onRepair: ({ code, path }) => reported.push(`${code} ${path}`) })
  expect(reported).toEqual(['provider-options messages[0]', 'provider-options messages[0]', 'merged messages[1]'])
})

test("does not report Lamella's own marks as losses", () => {
  expect(encoded({ ...user, providerOptions: { lamella: { synthetic: true } } }).losses).toEqual([])
})

test('each loss and each repair names its own place, across messages and parts', () => {
  const lone = text('a\uD800')
  const { losses, repairs } = encodeAnthropic({
    system: [layer('a', 'Be kind.'), layer('b', '\uD800')],
    messages: [
      { role: 'user', content: [text('a'), lone] },
      { role: 'user', content: '\uD800', ...anthropic({ extra: { role: 'x' } }) },
      { role: 'assistant', content: [call('1'), call('2', { n: Number.NaN })] },
      { role: 'tool', content: [result('2', '\uD800')] },
      { role: 'tool', content: [result('1', '\uD800')], providerOptions: { openai: {} } },
      { role: 'assistant', content: '\uD800' },
      { role: 'user', content: '' },
      { role: 'system', content: '\uD800' },
    ],
    tools: [weather, { ...weather, name: 'b', description: '\uD800' }],
  })
  expect(losses.map(({ path }) => path)).toEqual([
    'messages[1]',
    'messages[2].content[1]',
    'messages[4]',
    'messages[7]',
  ])
  expect(repairs.map(({ path }) => path)).toEqual([
    'tools[1]',
    'system[1]',
    'messages[0].content[1]',
    'messages[1]',
    'messages[1]',
    'messages[4].content[0]',
    'messages[3].content[0]',
    'messages[5]',
    'messages[6]',
    'messages[7]',
  ])
})

test('extra fields are sent, but never replace a field of the block or the message', () => {
  const extra = { note: 1, role: 'system', content: 'no', cache_control: {} }
  const { messages, losses } = encoded({ role: 'user', content: [{ ...text('a'), ...anthropic({ extra }) }] }, answer, {
    ...user,
    ...anthropic({ extra }),
  })
  expect(messages).toEqual([{ role: 'user', content: [{ ...text('a'), note: 1 }] }, answer, { ...user, note: 1 }])
  expect(losses).toHaveLength(6)
})

test('replaces lone surrogates with U+FFFD and keeps pairs', () => {
  const { messages, repairs } = encoded({ role: 'user', content: 'a\uD83D b😀 \uDE00' })
  expect(messages).toEqual([{ role: 'user', content: 'a\uFFFD b😀 \uFFFD' }])
  expect(repairs).toEqual(['surrogate'])
})

test('sends text that looks like a replacement pattern unchanged', () => {
  const system = [layer('a', "$$ $& $' $1"), layer('b', '$`')]
  expect(toAnthropic({ system, messages: [user] }).system).toBe("$$ $& $' $1\n\n$`")
})

test('an unknown block type is a loss', () => {
  const { losses, repairs } = encoded(user, {
    role: 'assistant',
    content: [{ ...text('b'), ...anthropic({ type: 'song' }) }],
  })
  expect([losses, repairs]).toEqual([['provider-options'], []])
})

test('a misspelled or invalid option is an error that names it', () => {
  const encode = (options: object): unknown => toAnthropic({ messages: [user] }, options as AnthropicOptions)
  expect(() => encode({ seperator: '' })).toThrow(/Did you mean 'separator'/)
  expect(() => encode({ system: 'none' })).toThrow(/OPTION_INVALID/)
  expect(() => encode({ maxOutputTokens: 0.5 })).toThrow(/OPTION_INVALID/)
  expect(() => encode({ repair: { missingResults: 'drop' } })).toThrow(/missingResults/)
  expect(() => encode({ cache: 1 })).toThrow(/must be true, false or \{ ttl\?, minTokens\? \}/)
  expect(() => encode({ cache: { tttl: 1 } })).toThrow(/no option 'tttl'/)
  expect(() => encode({ cache: { ttl: '2h' } })).toThrow(/ttl/)
  expect(() => encode({ cache: { ttl: { turn: '1h' } } })).toThrow(/a ttl that has no option .turn./)
  expect(() => encode({ cache: { ttl: { static: 5 } } })).toThrow(/ttl\.static/)
  expect(() => encode({ cache: { minTokens: -1 } })).toThrow(/minTokens/)
})

function text(value: string): { type: 'text'; text: string } {
  return { type: 'text', text: value }
}
