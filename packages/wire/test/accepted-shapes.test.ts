import { decodeGemini, encodeGemini } from '@lamella/wire/gemini'
import { decodeOpenAIResponses, encodeOpenAIResponses } from '@lamella/wire/openai-responses'
import { validate, type WireFormat } from '@lamella/wire/validate'
import { describe, expect, test } from 'vitest'

// Requests like these were recorded with status 200 (cassettes of pydantic-ai, 2026); these are rewritten.
const search = {
  type: 'tool_search_call',
  call_id: 'search_1',
  execution: 'client',
  status: 'completed',
  arguments: { queries: ['weather'] },
}
const found = {
  type: 'tool_search_output',
  call_id: 'search_1',
  execution: 'client',
  status: 'completed',
  tools: [
    { type: 'function', name: 'get_weather', defer_loading: true, parameters: { type: 'object', properties: {} } },
  ],
}
const asked = { role: 'user', content: 'Which tool knows the weather?' }
const thanks = { role: 'user', content: 'Thanks.' }
const plain = { type: 'function_call_output', call_id: 'search_1', output: 'There is one: get_weather.' }

const question = { role: 'user', parts: [{ text: 'What is new?' }] }
const google = (more: object, model = 'gemini-3-pro-preview'): object => ({ model, contents: [question], ...more })
const withSchema = (parameters: object): object =>
  google({ tools: [{ functionDeclarations: [{ name: 'look', parameters }] }] })
const video = { inlineData: { mimeType: 'video/mp4', data: 'AAAA' } }
const about = { videoMetadata: { startOffset: '2s', endOffset: '10s' } }

const levelsOf = (format: WireFormat, request: unknown): string[] =>
  validate(format, request).map(({ code, level }) => `${code} ${level}`)
const errorsOf = (format: WireFormat, request: unknown): string[] =>
  levelsOf(format, request).filter((one) => one.endsWith(' error'))

describe('a client-run tool search', () => {
  const inputs = [
    ['answered in its own way', [asked, search, found, thanks]],
    ['answered with a text, as a function is', [asked, search, plain, thanks]],
    ['under an id of the API', [asked, { ...search, id: 'tsc_1' }, plain, thanks]],
  ] as const

  test.for(inputs)('is valid and round-trips unchanged: %s', ([, input]) => {
    const request = { model: 'gpt-5.6', tools: [{ type: 'tool_search' }], input }
    expect(errorsOf('openai-responses', request)).toEqual([])
    const encoded = encodeOpenAIResponses(decodeOpenAIResponses(request))
    expect(encoded.request).toEqual(request)
    expect([encoded.losses, encoded.repairs]).toEqual([[], []])
  })

  test("when run by the API, is not a function's result", () => {
    const input = [asked, { ...search, execution: 'server' }, plain]
    expect(errorsOf('openai-responses', { model: 'gpt-5.6', input })).toEqual(['OR-OUTPUT-ORPHAN error'])
  })
})

describe('a Gemini part with video settings', () => {
  test('may follow the video, and round-trips unchanged', () => {
    const contents = [{ role: 'user', parts: [{ text: 'What is this?' }, video, about] }]
    const request = { model: 'gemini-2.5-pro', contents }
    expect(levelsOf('gemini', request)).toEqual(['GE-PART-ONEOF server'])
    const { request: written, losses, repairs } = encodeGemini(decodeGemini(request), { model: 'gemini-2.5-pro' })
    expect(written).toMatchObject({ contents })
    expect([losses, repairs]).toEqual([[], []])
  })

  test('is the only part that may lack data', () => {
    const contents = [{ role: 'user', parts: [{ text: 'a' }, { thought: true }, {}] }]
    expect(errorsOf('gemini', { contents })).toEqual(['GE-PART-ONEOF error', 'GE-PART-ONEOF error'])
  })
})

describe('a Gemini schema with numeric types', () => {
  test('is valid, and means the same as with type names', () => {
    const request = withSchema({
      type: 6,
      properties: {
        city: { type: 1 },
        days: { type: 3, enum: ['1', '2'] },
        tags: { type: 5, items: { type: 'STRING' } },
      },
    })
    expect(levelsOf('gemini', request)).toEqual([])
    expect(decodeGemini(request).tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: {
        city: { type: 'string' },
        days: { type: 'integer', enum: [1, 2] },
        tags: { type: 'array', items: { type: 'string' } },
      },
    })
  })

  test('is checked like one with type names', () => {
    expect(errorsOf('gemini', withSchema({ type: 1 }))).toEqual(['GE-SCHEMA error'])
    expect(errorsOf('gemini', withSchema({ type: 6, properties: { a: { type: 9 }, b: { type: 5 } } }))).toEqual([
      'GE-SCHEMA error',
      'GE-SCHEMA-FIELD error',
    ])
  })
})

describe('a Gemini tool choice without functions', () => {
  test.for([{ mode: 'AUTO' }, { mode: 'ANY', allowedFunctionNames: [] }])(
    "is valid with Google's own tools: %j",
    (config) => {
      const toolConfig = { functionCallingConfig: config }
      expect(levelsOf('gemini', google({ tools: [{ googleSearch: {} }], toolConfig }))).toEqual([
        'GE-TOOL-CHOICE server',
      ])
      expect(errorsOf('gemini', google({ toolConfig }))).toEqual(['GE-TOOL-CHOICE error'])
    },
  )
})
