import {
  type Content,
  type CreateCachedContentParameters,
  type GenerateContentConfig,
  type GenerateContentParameters,
  GoogleGenAI,
  type Tool,
} from '@google/genai'
import {
  decodeGemini,
  encodeGemini,
  type GeminiContent,
  type GeminiOptions,
  type GeminiRequest,
  type GeminiTool,
  splitGeminiCache,
  toGemini,
  toGenAI,
  toGenAICache,
  validateGemini,
  type WireContext,
} from '@lamella/wire/gemini'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { call, png, result, weather } from '../fixtures.ts'
import { type LocalServer, startServer } from '../local-server.ts'

describe('types', () => {
  test("the encoded request matches the package's type", () => {
    expectTypeOf(toGemini(context, { model: 'm' })).toExtend<GenerateContentParameters>()
    expectTypeOf(toGemini({ ...context, parameters: { model: 'm' } })).toExtend<GenerateContentParameters>()
    expectTypeOf(toGemini(context)).not.toExtend<GenerateContentParameters>()
    expect(toGemini(context)).not.toHaveProperty('model')
    expectTypeOf<ReturnType<typeof toGenAI>>().toExtend<GenerateContentParameters>()
    expectTypeOf<ReturnType<typeof toGenAICache>>().toExtend<CreateCachedContentParameters>()
    expectTypeOf<GeminiContent>().toExtend<Content>()
    expectTypeOf<GeminiTool>().toExtend<Tool>()
    expectTypeOf<GeminiRequest['contents']>().toExtend<GenerateContentParameters['contents']>()
    expectTypeOf<NonNullable<GeminiRequest['generationConfig']>>().toExtend<GenerateContentConfig>()
  })
})

const signed = { providerOptions: { google: { thoughtSignature: 'c2ln' } } }

/** Every feature of the format, in one conversation. */
const context: WireContext = {
  system: [{ role: 'system', content: 'Be kind.' }],
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Weather in Bern, as here?' },
        { type: 'image', image: png, mediaType: 'image/png' },
        { type: 'file', data: 'gs://bucket/report.pdf', mediaType: 'application/pdf' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'I look it up.', ...signed },
        call('a', { city: 'Bern' }, signed),
        call('b', { city: 'Biel' }),
      ],
    },
    {
      role: 'tool',
      content: [
        result('a', { type: 'json', value: { sky: 'clear', degrees: 21.5 } }),
        result('b', {
          type: 'content',
          value: [
            { type: 'text', text: 'Fog.' },
            { type: 'image-data', data: png, mediaType: 'image/png' },
          ],
        }),
      ],
    },
    {
      role: 'assistant',
      content: [
        {
          type: 'tool-call',
          toolCallId: 'c',
          toolName: 'code_execution',
          input: { language: 'PYTHON', code: 'print(1)' },
          providerExecuted: true,
        },
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'code_execution',
          output: { type: 'json', value: { outcome: 'OUTCOME_OK', output: '1' } },
        },
        { type: 'text', text: 'Clear in Bern.', ...signed },
      ],
    },
    { role: 'user', content: 'Thanks.' },
  ],
  tools: [
    { ...weather, inputSchema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...weather.inputSchema } },
    {
      name: 'now',
      inputSchema: { type: 'object', properties: { zone: { type: ['string', 'null'], enum: ['CET', null] } } },
    },
    {
      name: 'google_search',
      inputSchema: { type: 'object' },
      providerOptions: { google: { tool: { googleSearch: {} } } },
    },
  ],
  parameters: {
    temperature: 0.5,
    topP: 0.9,
    maxOutputTokens: 99,
    stopSequences: ['END'],
    seed: 7,
    toolChoice: { type: 'tool', toolName: 'now' },
    providerOptions: {
      google: {
        thinkingConfig: { includeThoughts: true },
        safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
      },
    },
  },
}

describe('a request passes the checks of @google/genai', () => {
  let server: LocalServer
  beforeAll(async () => {
    const parts = [{ text: 'Done.' }]
    server = await startServer({ name: 'cachedContents/a', candidates: [{ content: { role: 'model', parts } }] })
  })
  afterAll(() => server.close())

  const client = (): GoogleGenAI => new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: server.url } })

  // Models before Gemini 3 support neither search with functions nor images in function responses.
  const cases: [model: string, options: GeminiOptions, lost: string[]][] = [
    ['gemini-3-pro-preview', {}, []],
    ['gemini-2.5-pro', {}, ['provider-tool', 'media']],
    ['gemini-2.0-flash', { system: 'per-layer' }, ['provider-tool', 'media']],
  ]
  test.for(cases)('and arrives unchanged, for %s', async ([model, options, lost]) => {
    const { request, losses } = encodeGemini(context, { ...options, model })
    const { text } = await client().models.generateContent(toGemini(context, { ...options, model }))
    expect(text).toBe('Done.')
    expect(server.paths.at(-1)).toBe(`/v1beta/models/${model}:generateContent`)
    expect(server.bodies.at(-1)).toEqual(request)
    expect(losses.map(({ code }) => code)).toEqual(lost)
  })

  test('and has the same content as the body of the REST API', () => {
    const model = 'gemini-3-pro-preview'
    const { request } = encodeGemini(context, { model })
    const sent = toGemini(context, { model })
    expect(toGenAI(request, model)).toEqual(sent)
    expect(validateGemini(sent)).toEqual(validateGemini(request, { model }))
    expect(validateGemini({ ...sent, contents: [] }).map(({ code }) => code)).toContain('GE-CONTENTS')
    const { parameters, ...decoded } = decodeGemini(request)
    expect(decodeGemini(sent)).toEqual({ ...decoded, parameters: { ...parameters, model } })
    expect(sent).toEqual({
      model,
      contents: request.contents,
      config: {
        systemInstruction: request.systemInstruction,
        tools: request.tools,
        toolConfig: request.toolConfig,
        ...request.generationConfig,
        safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
      },
    })
  })

  test('and so does a cache, and a request that names it', async () => {
    const points = [{ place: 'system', index: 0, tokens: 9_000, stability: 'static', of: 'static' }] as const
    const split = splitGeminiCache(
      { ...context, report: { cache: { points } } },
      { model: 'gemini-3-pro-preview', ttl: '60s' },
    )
    if (split.create === undefined) throw new Error(split.why)
    const { name = '' } = await client().caches.create(toGenAICache(split.create))
    expect(server.paths.at(-1)).toBe('/v1beta/cachedContents')
    expect(server.bodies.at(-1)).toEqual(split.create)

    const request = split.request(name)
    await client().models.generateContent(toGenAI(request, split.model))
    expect(server.bodies.at(-1)).toEqual(request)
    expect(request.cachedContent).toBe('cachedContents/a')
  })
})
