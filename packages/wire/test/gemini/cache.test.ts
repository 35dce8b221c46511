import { createHash } from 'node:crypto'
import { createContext, defineLayer, type Message, type SystemPart } from '@lamella/core'
import type { CachePoint } from '@lamella/core/plugin'
import {
  encodeGemini,
  type GeminiCacheOptions,
  type GeminiCacheSplit,
  type GeminiRequest,
  splitGeminiCache,
  validateGemini,
  type WireContext,
} from '@lamella/wire/gemini'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePoint } from '../../../testkit/src/samples/code-point.ts'
import { call, result, weather } from '../fixtures.ts'
import { deepFreeze } from '../freeze.ts'
import { context as anyContext } from '../histories.ts'

const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 50)
const model = 'gemini-2.5-pro'
const layer = (content: string, stability: SystemPart['stability']): SystemPart => ({
  role: 'system',
  content,
  layer: content,
  stability,
})
const user = (content: string): Message => ({ role: 'user', content })
const assistant = (content: string): Message => ({ role: 'assistant', content })

const messages: Message[] = [
  user('Hello'),
  assistant('Hi'),
  user('Weather?'),
  { role: 'assistant', content: [call('a')] },
  { role: 'tool', content: [result('a')] },
  assistant('Sunny.'),
  user('Thanks'),
]
const toolsPoint: CachePoint = { place: 'tools', index: 0, tokens: 100, stability: 'static', of: 'tools' }
const sessionPoint: CachePoint = { place: 'system', index: 1, tokens: 3_000, stability: 'session', of: 'session' }
const pagePoint = (index: number): CachePoint => ({
  place: 'messages',
  index,
  tokens: 4_000,
  stability: 'session',
  of: 'page',
})

const context = (points: readonly CachePoint[], more: Partial<WireContext> = {}): WireContext => ({
  system: [layer('Be kind.', 'static'), layer('You know Ann.', 'session')],
  messages,
  tools: [weather],
  parameters: { temperature: 0, toolChoice: 'auto' },
  report: { cache: { points } },
  ...more,
})

/** Returns the split; fails if there is none. */
function split(value: WireContext, options: GeminiCacheOptions = {}): GeminiCacheSplit {
  const found = splitGeminiCache(deepFreeze(value), { model, ...options })
  if (found.create === undefined) throw new Error(found.why)
  return found
}

/** Merges both halves, as the API combines them. */
function together({ create, request }: GeminiCacheSplit): GeminiRequest {
  const { cachedContent, contents, ...rest } = request('cachedContents/a')
  expect(cachedContent).toBe('cachedContents/a')
  const { model: name, ttl, displayName, contents: front = [], ...cached } = create
  return { ...cached, ...rest, contents: [...front, ...contents] }
}

test('tools and the system prompt are cached, and everything else is sent', () => {
  const { create, request, tokens, losses } = split(context([toolsPoint, sessionPoint]), { ttl: '600s' })
  expect(create).toEqual({
    model: 'models/gemini-2.5-pro',
    systemInstruction: { parts: [{ text: 'Be kind.\n\nYou know Ann.' }] },
    tools: [
      {
        functionDeclarations: [
          { name: 'get_weather', description: weather.description, parametersJsonSchema: weather.inputSchema },
        ],
      },
    ],
    toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    ttl: '600s',
    displayName: expect.stringMatching(/^lamella-[0-9a-f]{64}$/),
  })
  const rest = request('cachedContents/a')
  expect(rest).toEqual({
    contents: encodeGemini(context([]), { model }).request.contents,
    generationConfig: { temperature: 0 },
    cachedContent: 'cachedContents/a',
  })
  expect(validateGemini(rest, { model })).toEqual([])
  expect(tokens).toBe(3_000)
  expect(losses).toEqual([])
})

test('both halves together are the request', () => {
  for (const options of [{}, { upTo: 'page' }] as const) {
    const value = context([toolsPoint, sessionPoint, pagePoint(1)])
    expect(together(split(value, options))).toEqual(encodeGemini(value, { model }).request)
  }
})

test('pages of the history are cached up to the last user message that can begin the rest', () => {
  const cached = (index: number): number | undefined =>
    split(context([sessionPoint, pagePoint(index)]), { upTo: 'page' }).create.contents?.length
  // After the answer, after the question of the second turn, between call and result, after the second turn.
  expect([1, 2, 3, 5].map(cached)).toEqual([2, 2, 2, 6])
  expect(cached(0)).toBeUndefined()
  // The rest is never empty.
  expect(cached(6)).toBe(6)
})

test('the session is cached if there is no page', () => {
  expect(split(context([sessionPoint]), { upTo: 'page' }).create.contents).toBeUndefined()
})

test('layers that change on every turn become user text before the rest, which is reported', () => {
  const system = [layer('Be kind.', 'static'), layer('You know Ann.', 'session'), layer('It is noon.', 'turn')]
  const { create, request, losses } = split(context([sessionPoint], { system }))
  expect(create.systemInstruction).toEqual({ parts: [{ text: 'Be kind.\n\nYou know Ann.' }] })
  expect(request('cachedContents/a').contents[0]).toEqual({
    role: 'user',
    parts: [{ text: 'It is noon.' }, { text: 'Hello' }],
  })
  expect(losses).toMatchObject([{ code: 'system-role', path: 'system[2]' }])
})

test('the key depends only on the cached content', () => {
  const key = (more: Partial<WireContext> = {}, options: GeminiCacheOptions = {}): string =>
    split(context([sessionPoint], more), options).key
  const [first] = messages
  expect(key({ messages: first === undefined ? [] : [first] }, { ttl: '60s', displayName: 'mine' })).toBe(key())
  expect(key({ parameters: { temperature: 1, toolChoice: 'auto' } })).toBe(key())
  const others = [
    key({ system: [layer('Be kind.', 'static'), layer('You know Bob.', 'session')] }),
    key({ tools: [] }),
    key({ parameters: { toolChoice: 'none' } }),
    key({}, { model: 'gemini-3-pro-preview', minTokens: 0 }),
    split(context([sessionPoint, pagePoint(1)]), { upTo: 'page' }).key,
  ]
  expect(new Set([key(), ...others]).size).toBe(6)
})

test('the key is the SHA-256 of the cached content, for texts of any length and script', () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint, minLength: 1, maxLength: 300 }), (text) => {
      const { key, create } = split(context([sessionPoint], { system: [layer(text, 'static'), layer('', 'session')] }))
      const { displayName, ...cached } = create
      expect(key).toBe(`lamella-${createHash('sha256').update(JSON.stringify(cached)).digest('hex')}`)
      expect(displayName).toBe(key)
    }),
  )
})

describe('a request has no cache', () => {
  test.for<[model: string, tokens: number]>([
    ['gemini-2.5-pro', 2_048],
    ['gemini-2.0-flash', 2_048],
    ['gemini-3-pro-preview', 4_096],
    ['gemini-flash-latest', 4_096],
    ['gemini-1.5-pro', 32_768],
  ])('below the minimum number of tokens of %s', ([name, minTokens]) => {
    const sized = (tokens: number): WireContext => context([{ ...sessionPoint, tokens }])
    expect(splitGeminiCache(sized(minTokens - 1), { model: name })).toEqual({
      create: undefined,
      why: 'too-small',
      tokens: minTokens - 1,
      minTokens,
    })
    const enough = { tokens: minTokens, create: { model: `models/${name}` } }
    expect(splitGeminiCache(sized(minTokens), { model: name })).toMatchObject(enough)
    const asked = { tokens: 1, create: { model: `models/${name}` } }
    expect(splitGeminiCache(sized(1), { model: name, minTokens: 1 })).toMatchObject(asked)
  })

  test('if only tools stay, or nothing at all', () => {
    const none = { create: undefined, why: 'no-point', tokens: 0, minTokens: 2_048 }
    expect(splitGeminiCache(context([toolsPoint]), { model })).toEqual(none)
    expect(splitGeminiCache(context([]), { model })).toEqual(none)
    const empty = context([sessionPoint], { system: [layer('', 'static'), layer('', 'session')] })
    expect(splitGeminiCache(empty, { model })).toMatchObject({ create: undefined, why: 'no-point' })
  })
})

test('a model path is used unchanged, and the model can come from the parameters', () => {
  const path = 'projects/p/locations/l/publishers/google/models/gemini-2.5-pro'
  expect(split(context([sessionPoint]), { model: path }).create.model).toBe(path)
  const parameters = { model: 'gemini-2.5-flash' }
  expect(splitGeminiCache(context([sessionPoint], { parameters })).create?.model).toBe('models/gemini-2.5-flash')
})

test('missing or invalid options are errors', () => {
  expect(() => splitGeminiCache({ messages }, { model })).toThrow(/no report.*WIRE_PARAMETER/)
  expect(() => splitGeminiCache(context([sessionPoint]))).toThrow(/model.*WIRE_PARAMETER/)
  expect(() => split(context([sessionPoint])).request('')).toThrow(/cachedContent.*WIRE_PARAMETER/)
  expect(() => split(context([sessionPoint]), { ttl: '10m' })).toThrow(/OPTION_INVALID/)
  expect(() => split(context([sessionPoint]), { upTo: 'end' as never })).toThrow(/OPTION_INVALID/)
})

test('the cache of the request replaces that of the parameters', () => {
  const parameters = { providerOptions: { google: { cachedContent: 'cachedContents/old' } } }
  const { request, losses } = split(context([sessionPoint], { parameters }))
  expect(request('cachedContents/new').cachedContent).toBe('cachedContents/new')
  expect(losses).toMatchObject([{ code: 'cache', path: 'parameters' }])
})

test('a built context is split where the build specifies', async () => {
  const history = Array.from({ length: 40 }, (_, turn) => [user(`Question ${turn}`), assistant(`Answer ${turn}`)])
  const built = await createContext()
    .use(defineLayer('system', { order: 0, stability: 'static', load: () => 'Be kind. '.repeat(1_500) }))
    .use(defineLayer('session', { order: 1, stability: 'session', load: () => 'You know Ann.' }))
    .use(
      defineLayer('history', {
        order: 2,
        placement: 'messages',
        load: () => history.map((content, turn) => ({ id: `${turn}`, content, page: Math.floor(turn / 10) })),
      }),
    )
    .budget({ window: 32_000, reserve: 500 })
    .build({ scope: { tenant: 'acme' } })

  const value = { ...built, messages: [...built.messages, user('And now?')] }
  const bySession = split(value)
  expect(bySession.create.systemInstruction?.parts[0]?.text).toMatch(/Be kind\. \n\nYou know Ann\.$/)
  expect(bySession.create.contents).toBeUndefined()
  const byPage = split(value, { upTo: 'page' })
  expect(byPage.create.contents).toHaveLength(60)
  expect(byPage.tokens).toBeGreaterThan(bySession.tokens)
  for (const one of [bySession, byPage]) expect(together(one)).toEqual(encodeGemini(value, { model }).request)
})

/** Points anywhere, including places where no build would put them. */
const points: fc.Arbitrary<CachePoint[]> = fc.array(
  fc.record({
    place: fc.constantFrom('tools', 'system', 'messages'),
    index: fc.nat({ max: 8 }),
    tokens: fc.nat(),
    stability: fc.constantFrom('static', 'session'),
    of: fc.constantFrom('tools', 'static', 'session', 'page', 'end'),
  }),
  { maxLength: 4 },
)

test('the part after a cache is not treated as the start of the conversation', () => {
  const said = (index: number, ...list: Message[]): unknown[] => {
    const value = context([pagePoint(index)], { messages: list })
    return split(value, { upTo: 'page', minTokens: 0 }).request('cachedContents/a').contents
  }
  // An empty user message is omitted, so that the rest begins with the model.
  expect(said(0, user('Hello'), user(''), assistant('Hi'), user('Thanks'))).toEqual([
    { role: 'model', parts: [{ text: 'Hi' }] },
    { role: 'user', parts: [{ text: 'Thanks' }] },
  ])
  expect(said(1, user('Hello'), assistant('Hi'), user(''), assistant('Well?'))).toEqual([
    { role: 'user', parts: [{ text: '[No message of the user was recorded.]' }] },
    { role: 'model', parts: [{ text: 'Well?' }] },
  ])
})

test('every context is split into two valid halves that together equal the whole', () => {
  let cached = 0
  fc.assert(
    fc.property(anyContext, points, fc.constantFrom('session', 'page'), (value, list, upTo) => {
      const options = { model: 'gemini-3-pro-preview' }
      const found = splitGeminiCache(
        { ...value, report: { cache: { points: list } } },
        { ...options, upTo, minTokens: 0 },
      )
      if (found.create === undefined) return
      cached++
      const facts = { model: 'gemini-3-pro-preview' }
      const errors = (request: object): unknown[] =>
        validateGemini(request, facts).filter(({ level }) => level === 'error')
      expect(errors(found.request('cachedContents/a'))).toEqual([])
      const { model: name, ttl, displayName, ...front } = found.create
      if (front.contents !== undefined) expect(errors(front)).toEqual([])
      const whole = together(found)
      expect(errors(whole)).toEqual([])
      const unsplit = encodeGemini(value, options).request
      expect(whole.tools).toEqual(unsplit.tools)
      expect(whole.toolConfig).toEqual(unsplit.toolConfig)
      expect(whole.generationConfig).toEqual(unsplit.generationConfig)
      // System parts may have moved, and contents are not merged across the split.
      expect(textsOf(whole)).toEqual(textsOf(unsplit))
    }),
    { numRuns },
  )
  expect(cached).toBeGreaterThan(0)
})

const marks = ['[The conversation begins here.]', '[No message of the user was recorded.]']

/** Returns all content in order, wherever it is, except marked messages. */
function textsOf({ systemInstruction, contents }: GeminiRequest): string {
  const texts = [...(systemInstruction?.parts ?? []), ...contents.flatMap(({ parts }) => parts)]
    .map((part) => (part.text === undefined ? JSON.stringify(part) : part.text))
    .filter((text) => !marks.includes(text))
  return texts.join('\n\n')
}
