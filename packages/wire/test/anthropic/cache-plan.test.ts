import { type Context, createContext, defineLayer, type Fragment, type Layer, type SystemPart } from '@lamella/core'
import type { CachePoint } from '@lamella/core/plugin'
import {
  type AnthropicCacheOptions,
  type AnthropicRequest,
  anthropicFraming,
  encodeAnthropic,
  validateAnthropic,
  type WireContext,
} from '@lamella/wire/anthropic'
import { expect, test } from 'vitest'
import { call, result, weather } from '../fixtures.ts'
import { answer, user } from './encoded.ts'
import { anthropic } from './parts.ts'

const ephemeral = { type: 'ephemeral' } as const
const hour = { type: 'ephemeral', ttl: '1h' } as const
const layer = (content: string, stability: 'static' | 'session' | 'turn'): SystemPart => ({
  role: 'system',
  content,
  layer: content,
  stability,
})
const point = (place: CachePoint['place'], index: number, of: CachePoint['of'], tokens: number): CachePoint => ({
  place,
  index,
  of,
  tokens,
  stability: of === 'tools' || of === 'static' ? 'static' : 'session',
})

const everything = [
  point('tools', 0, 'tools', 5_000),
  point('system', 0, 'static', 6_000),
  point('system', 1, 'session', 7_000),
  point('messages', 1, 'page', 8_000),
  point('messages', 3, 'end', 9_000),
]
const context = (points: readonly CachePoint[], more: Partial<WireContext> = {}): WireContext => ({
  system: [layer('Rules.', 'static'), layer('Facts.', 'session'), layer('Now.', 'turn')],
  messages: [user, answer, user, answer, user],
  tools: [weather],
  report: { cache: { points } },
  ...more,
})

/** Returns the request for a context, which must be valid, and the codes of its losses. */
function planned(
  value: WireContext,
  cache: boolean | AnthropicCacheOptions = true,
  model = 'claude-sonnet-4-5',
): { request: AnthropicRequest; losses: string[] } {
  const { request, losses } = encodeAnthropic(value, { model, cache })
  expect(validateAnthropic(request).filter(({ level }) => level === 'error')).toEqual([])
  return { request, losses: losses.map(({ code }) => code) }
}

test('puts marks where caching pays, and splits the system prompt where the stability changes', () => {
  const { request, losses } = planned(context(everything))
  expect(request).toEqual({
    model: 'claude-sonnet-4-5',
    max_tokens: 4_096,
    system: [
      { type: 'text', text: 'Rules.', cache_control: ephemeral },
      { type: 'text', text: '\n\nFacts.', cache_control: ephemeral },
      { type: 'text', text: '\n\nNow.' },
    ],
    messages: [
      user,
      { role: 'assistant', content: [{ type: 'text', text: 'Hi', cache_control: ephemeral }] },
      user,
      { role: 'assistant', content: [{ type: 'text', text: 'Hi', cache_control: ephemeral }] },
      user,
    ],
    // Five points, four marks: the one with the fewest tokens before it is left out.
    tools: [{ name: 'get_weather', description: weather.description, input_schema: weather.inputSchema }],
  })
  expect(losses).toEqual([])
})

test('splits the system prompt in the same places whichever marks are set, as a run needs it', () => {
  const blocks = (points: readonly CachePoint[]): unknown => {
    const { system } = planned(context(points)).request
    return (system as readonly object[]).map((block) => ({ ...block, cache_control: undefined }))
  }
  const texts = ['Rules.', '\n\nFacts.', '\n\nNow.'].map((text) => ({ type: 'text', text }))
  expect(blocks([])).toEqual(texts)
  // As the first request of a run has it, and the second.
  expect(blocks([point('system', 0, 'static', 6_000)])).toEqual(texts)
  expect(blocks([point('system', 2, 'session', 7_000), point('messages', 4, 'end', 9_000)])).toEqual(texts)
})

test('splits the system prompt at a mark of its own that is lost because there are too many', () => {
  const marked = { ...layer('Rules.', 'static'), ...anthropic({ cacheControl: ephemeral }) }
  const system = [marked, layer('Facts.', 'static')]
  const more = Array.from({ length: 4 }, () => ({ ...user, ...anthropic({ cacheControl: ephemeral }) }))
  const { request, losses } = encodeAnthropic({ system, messages: more }, { mergeConsecutive: false })
  expect(request.system).toEqual([
    { type: 'text', text: 'Rules.' },
    { type: 'text', text: '\n\nFacts.' },
  ])
  expect(losses).toMatchObject([{ code: 'cache' }])
})

test('marks nothing without a plan', () => {
  expect(JSON.stringify(encodeAnthropic(context(everything)).request)).not.toContain('cache_control')
  expect(JSON.stringify(planned(context(everything), false).request)).not.toContain('cache_control')
})

test('writes the same system prompt text with and without a plan', () => {
  const { request } = planned(context(everything))
  const joined = (request.system as { text: string }[]).map(({ text }) => text).join('')
  expect(joined).toBe(encodeAnthropic(context(everything)).request.system)
})

test('merges points at the same place into one mark, and prefers marks of the context', () => {
  const points = [
    point('system', 2, 'static', 6_000),
    point('system', 2, 'session', 7_000),
    point('messages', 0, 'end', 8_000),
  ]
  const own = { ...user, ...anthropic({ cacheControl: hour }) }
  const { request, losses } = planned(context(points, { messages: [own] }), { ttl: '1h' })
  expect(request.system).toEqual([
    { type: 'text', text: 'Rules.' },
    { type: 'text', text: '\n\nFacts.' },
    { type: 'text', text: '\n\nNow.', cache_control: hour },
  ])
  expect(request.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Hello', cache_control: hour }] }])
  expect(losses).toEqual([])
})

test('counts marks of the context against those of the plan', () => {
  const marked = { ...user, ...anthropic({ cacheControl: ephemeral }) }
  const { request, losses } = planned(context(everything, { messages: [marked, answer, user, answer, marked] }))
  expect(JSON.stringify(request.system)).not.toContain('cache_control')
  expect(request.messages.map(({ content }) => typeof content === 'string')).toEqual([false, false, true, false, false])
  expect(losses).toEqual([])
})

test.for([
  ['claude-fable-5', 512],
  ['claude-opus-5-20260601', 512],
  ['claude-sonnet-5-5', 512],
  ['claude-sonnet-4-5', 1_024],
  ['claude-opus-4-8', 1_024],
  ['claude-sonnet-5', 1_024],
  ['claude-3-7-sonnet-latest', 1_024],
  ['claude-opus-4-7', 2_048],
  ['claude-3-5-haiku-20241022', 2_048],
  ['claude-3-haiku-20240307', 2_048],
  ['claude-opus-4-6', 4_096],
  ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 4_096],
  ['some-other-model', 4_096],
] as const)('%s caches prefixes of at least %i tokens', ([model, least]) => {
  const marks = (tokens: number): boolean =>
    JSON.stringify(planned(context([point('messages', 0, 'end', tokens)]), true, model).request).includes(
      'cache_control',
    )
  expect([marks(least - 1), marks(least)]).toEqual([false, true])
})

test('the minimum number of tokens can be set', () => {
  const { request } = planned(context(everything), { minTokens: 8_500 })
  expect(JSON.stringify(request).match(/cache_control/g)).toHaveLength(1)
})

test('parts that stay longer can be cached longer', () => {
  const { request } = planned(context(everything.slice(1)), { ttl: { static: '1h' } })
  expect(request.system).toMatchObject([{ cache_control: hour }, { cache_control: ephemeral }, {}])
  const session = planned(context(everything.slice(1)), { ttl: { session: '1h' } }).request
  expect(session.system).toMatchObject([{ cache_control: hour }, { cache_control: hour }, {}])
  expect(session.messages[1]?.content).toMatchObject([{ cache_control: ephemeral }])
  const all = planned(context(everything.slice(1)), { ttl: { history: '1h' } }).request
  expect(JSON.stringify(all).match(/"ttl":"1h"/g)).toHaveLength(4)
})

test.for([
  { static: '5m', session: '1h' },
  { session: '5m', history: '1h' },
  { static: '5m', history: '1h' },
] as const)('rejects the lifetimes %j, because earlier parts must live at least as long', (ttl) => {
  expect(() => encodeAnthropic(context([]), { cache: { ttl } })).toThrow(/the same or a longer time.*WIRE_PARAMETER/)
})

test('requires the report of a build for a plan', () => {
  const { report: _, ...plain } = context([])
  expect(() => encodeAnthropic(plain, { cache: true })).toThrow(/Pass a context from the builder.*WIRE_PARAMETER/)
})

test('moves a mark from a place that cannot carry it to the one before', () => {
  const thought = { type: 'reasoning', text: 'Hm.', ...anthropic({ signature: 'c2ln' }) } as const
  const messages: WireContext['messages'] = [
    user,
    { role: 'assistant', content: [call('a')] },
    { role: 'tool', content: [result('a', '')] },
    { role: 'assistant', content: [thought] },
    { role: 'user', content: '' },
  ]
  const { request } = planned(context([point('messages', 4, 'end', 9_000)], { messages }))
  expect(request.messages.at(-1)?.content).toEqual([
    { type: 'tool_result', tool_use_id: 'a', cache_control: ephemeral },
  ])
})

test('marks a merged message at its end', () => {
  const messages = [user, { role: 'user', content: 'Second.' } as const, { role: 'user', content: 'Third.' } as const]
  const { request } = planned(context([point('messages', 1, 'end', 9_000)], { messages }))
  expect(request.messages[0]?.content).toMatchObject([
    { text: 'Hello' },
    { cache_control: ephemeral },
    { text: 'Third.' },
  ])
  expect(JSON.stringify(request).match(/cache_control/g)).toHaveLength(1)
})

test('skips deferred tools', () => {
  const later = { ...weather, name: 'later', ...anthropic({ deferLoading: true }) }
  const { request } = planned(context([point('tools', 1, 'tools', 9_000)], { tools: [weather, later] }))
  expect(request.tools).toMatchObject([{ cache_control: ephemeral }, { defer_loading: true }])
  expect(request.tools?.[1]).not.toHaveProperty('cache_control')
})

test('treats a system message at the start of the conversation as part of the system prompt', () => {
  const messages = [{ role: 'system', content: 'Begin.' } as const, user]
  const { request } = planned(context([point('messages', 0, 'end', 9_000)], { messages }))
  expect(request.system).toEqual([
    { type: 'text', text: 'Rules.' },
    { type: 'text', text: '\n\nFacts.' },
    { type: 'text', text: '\n\nNow.' },
    { type: 'text', text: '\n\nBegin.', cache_control: ephemeral },
  ])
})

const long = (word: string): string => Array.from({ length: 1_500 }, (_, at) => `${word} ${at}.`).join(' ')

/** Returns a builder's context from a few layers. */
function build(...last: Layer[]): Promise<Context> {
  const said = (id: string, page: number): Fragment => ({ id, content: id, page })
  return createContext()
    .use([
      defineLayer('rules', { stability: 'static', load: () => long('Rule') }),
      defineLayer('user', { stability: 'session', load: () => long('Fact') }),
      ...last,
      defineLayer('past', {
        stability: 'turn',
        placement: 'messages',
        load: () => [said('a', 0), said('b', 0), said('c', 1)],
      }),
    ])
    .tools([weather])
    .framing(anthropicFraming)
    .budget({ window: 200_000, reserve: 0 })
    .build({ scope: { tenant: 'acme', kind: 'private' } })
}

test('a built context includes its cache plan', async () => {
  const { request, losses } = planned(await build())
  expect(request.system).toMatchObject([
    { text: long('Rule'), cache_control: ephemeral },
    { text: `\n\n${long('Fact')}`, cache_control: ephemeral },
  ])
  expect(request.messages).toMatchObject([
    { content: [{ text: 'a' }, { text: 'b', cache_control: ephemeral }, { text: 'c', cache_control: ephemeral }] },
  ])
  expect(losses).toEqual([])
})

test('a builder plans no cache points after a layer that changes on every turn', async () => {
  const now = defineLayer('now', { stability: 'turn', load: () => 'It is noon.' })
  const { request } = planned(await build(now))
  expect(request.system).toMatchObject([{ cache_control: ephemeral }, { cache_control: ephemeral }, {}])
  expect(JSON.stringify(request.messages)).not.toContain('cache_control')
})
