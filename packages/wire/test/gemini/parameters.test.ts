import type { Parameters } from '@lamella/core'
import { encodeGemini, type GeminiOptions, validateGemini } from '@lamella/wire/gemini'
import { expect, test } from 'vitest'
import { weather } from '../fixtures.ts'
import { geminiBody } from './encoded.ts'

const messages = [{ role: 'user', content: 'Hello' } as const]
const search = { name: 'search', inputSchema: {}, providerOptions: { google: { tool: { googleSearch: {} } } } }

const encode = (parameters: Parameters, options: GeminiOptions = {}): ReturnType<typeof encodeGemini> =>
  encodeGemini({ messages, tools: [weather], parameters }, { model: 'gemini-3-pro-preview', ...options })

test.for<Parameters>([
  { temperature: 2.1 },
  { temperature: Number.NaN },
  { topP: -0.1 },
  { maxOutputTokens: 0 },
  { maxOutputTokens: 1.5 },
  { seed: 2 ** 31 },
  { stopSequences: ['1', '2', '3', '4', '5', '6'] },
  { stopSequences: [5] as never },
  { stopSequences: 5 as never },
  { stopSequences: 'END' as never },
  { stopSequences: Number.NaN as never },
  { toolChoice: { type: 'tool', toolName: 'gone' } },
  { providerOptions: { google: { generationConfig: { temperature: 1_000 } } } },
])('an out-of-range parameter is an error: %j', (parameters) => {
  expect(() => encode(parameters)).toThrow(/WIRE_PARAMETER/)
})

test.for<[Parameters['toolChoice'], object]>([
  ['auto', { mode: 'AUTO' }],
  ['none', { mode: 'NONE' }],
  ['required', { mode: 'ANY' }],
  [
    { type: 'tool', toolName: 'get_weather' },
    { mode: 'ANY', allowedFunctionNames: ['get_weather'] },
  ],
])('a tool choice becomes a mode: %j', ([toolChoice, functionCallingConfig]) => {
  expect(encode({ ...(toolChoice !== undefined && { toolChoice }) }).request.toolConfig).toEqual({
    functionCallingConfig,
  })
})

test('a tool choice without functions is omitted, which is a loss if it required a call', () => {
  const { request, losses } = encodeGemini({ messages, tools: [search], parameters: { toolChoice: 'required' } })
  expect(request.toolConfig).toBeUndefined()
  expect(losses).toMatchObject([{ code: 'tool-choice', path: 'parameters' }])
  expect(encodeGemini({ messages, parameters: { toolChoice: 'auto' } }).losses).toEqual([])
})

test('request options of the AI SDK go to their places', () => {
  const google = {
    thinkingConfig: { thinkingBudget: 0 },
    safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' }],
    retrievalConfig: { languageCode: 'de' },
    labels: { team: 'a' },
  }
  const { request, losses } = encode({ temperature: 1, providerOptions: { google } })
  expect(request).toMatchObject({
    generationConfig: { temperature: 1, thinkingConfig: google.thinkingConfig },
    toolConfig: { retrievalConfig: google.retrievalConfig },
    safetySettings: google.safetySettings,
    labels: google.labels,
  })
  expect(losses).toEqual([])
})

test('options that are invalid or repeat another one are omitted and reported', () => {
  const google = {
    generationConfig: { temperature: 0, topK: 3 },
    toolConfig: { functionCallingConfig: { mode: 'VALIDATED' } },
    extra: { contents: [], system_instruction: 'x', cachedContent: 'cachedContents/a' },
    unknown: 1,
  }
  const parameters = { temperature: 1, toolChoice: 'auto', providerOptions: { google, openai: {} } } as const
  const { request, losses } = encode(parameters)
  expect(request.generationConfig).toEqual({ temperature: 1, topK: 3 })
  expect(request.toolConfig).toEqual({ functionCallingConfig: { mode: 'AUTO' } })
  expect(losses.map(({ code, what: message }) => `${code}: ${message}`)).toEqual([
    'provider-options: Options of openai are not sent to Gemini.',
    'provider-options: Gemini has no field for the option google.unknown here.',
    'tool-choice: The functionCallingConfig is left out: the tool choice overrides it.',
    'parameter: generationConfig.temperature is left out: the parameters override it.',
    'provider-options: The extra field contents is not sent: the encoder writes it itself.',
    'provider-options: The extra field system_instruction is not sent: the encoder writes it itself.',
    'cache: The cache is not used: it cannot be combined with a system prompt or tools. See splitGeminiCache.',
  ])
})

test('a calling config of Gemini alone is sent with the changed function names', () => {
  const functionCallingConfig = { mode: 'ANY', allowedFunctionNames: ['get weather', 'gone'] }
  const { request, losses } = encodeGemini({
    messages,
    tools: [{ ...weather, name: 'get weather' }],
    parameters: { providerOptions: { google: { toolConfig: { functionCallingConfig } } } },
  })
  expect(request.toolConfig).toEqual({
    functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['get_weather'] },
  })
  expect(losses).toMatchObject([{ code: 'tool-choice' }])
})

test("requests to the Gemini API, but not to Vertex AI, announce functions next to Google's tools", () => {
  const tools = [search, weather]
  const model = 'gemini-3-pro-preview'
  const toolConfig = { includeServerSideToolInvocations: true }
  expect(geminiBody({ messages, tools }, { model }).toolConfig).toEqual(toolConfig)
  expect(geminiBody({ messages, tools }, { model, api: 'vertex' }).toolConfig).toBeUndefined()
  expect(validateGemini(geminiBody({ messages, tools }, { model }), { model })).toEqual([])
})

test('a cache without other options is used', () => {
  const parameters = { providerOptions: { google: { cachedContent: 'cachedContents/a' } } }
  const { request, losses } = encodeGemini({ messages, parameters })
  expect(request.cachedContent).toBe('cachedContents/a')
  expect(losses).toEqual([])
})
