import type { GeminiOptions } from '@lamella/wire/gemini'
import { expect, test } from 'vitest'
import { call, png, result, weather } from '../fixtures.ts'
import { geminiBody } from './encoded.ts'

/** The features of a model, as the encoder sees them: the oldest first. */
type Generation = 'OpenAPI' | 'JSON Schema' | 'signatures and media'

function generationOf(options: GeminiOptions): Generation {
  const { tools, contents } = geminiBody(
    {
      messages: [
        { role: 'user', content: 'Draw.' },
        { role: 'assistant', content: [call('a')] },
        {
          role: 'tool',
          content: [
            result('a', { type: 'content', value: [{ type: 'image-data', data: png, mediaType: 'image/png' }] }),
          ],
        },
      ],
      tools: [weather],
    },
    options,
  )
  const isNew = contents[1]?.parts[0]?.thoughtSignature !== undefined
  expect(contents[2]?.parts[0]?.functionResponse?.parts !== undefined).toBe(isNew)
  if (isNew) return 'signatures and media'
  return tools?.[0]?.functionDeclarations?.[0]?.parameters === undefined ? 'JSON Schema' : 'OpenAPI'
}

test.for<[string, Generation]>([
  ['gemini-pro', 'OpenAPI'],
  ['gemini-pro-vision', 'OpenAPI'],
  ['gemini-robotics-er-1.5-preview', 'OpenAPI'],
  ['models/gemini-2.0-flash-001', 'OpenAPI'],
  ['gemma-3-27b-it', 'OpenAPI'],
  ['gemini-2.5-pro', 'JSON Schema'],
  ['gemini-live-2.5-flash-preview', 'JSON Schema'],
  ['projects/p/locations/l/endpoints/123', 'JSON Schema'],
  ['Gemini-3-Pro', 'signatures and media'],
  ['publishers/google/models/gemini-3.1-flash-lite', 'signatures and media'],
  ['gemini-10-ultra', 'signatures and media'],
  ['gemini-flash-latest', 'signatures and media'],
  ['gemini-exp-1206', 'signatures and media'],
])('the name of a model determines its features: %s', ([model, generation]) => {
  expect(generationOf({ model })).toBe(generation)
})

test('an unnamed model is treated as the newest', () => {
  expect(generationOf({})).toBe('signatures and media')
})

test("a model's features can be set explicitly", () => {
  const options: GeminiOptions = { schemas: 'openapi', markUnsigned: false, nestMedia: false }
  expect(generationOf({ model: 'gemini-3-pro', ...options })).toBe('OpenAPI')
})
