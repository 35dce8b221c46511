import type { ImagePart, Tokenizer } from '@lamella/core'
import { geminiFraming, geminiFramingFor, geminiImageTokens } from '@lamella/wire/gemini'
import { createTokenEstimator } from '@lamella/wire/measure'
import fc from 'fast-check'
import { expect, test } from 'vitest'

// ai.google.dev/gemini-api/docs/image-understanding, "Token calculation": 258 up to 384 pixels per side; 960 x 540 is
// cut into six tiles of 360 pixels.
test.for([
  ['gemini-2.5-flash', 384, 384, 258],
  ['gemini-2.5-flash', 960, 540, 6 * 258],
  ['gemini-2.0-flash', 1, 1, 258],
  ['gemini-2.0-flash', 960, 540, 6 * 258],
  // From another reader: an image of 10,000 x 1,000 is first scaled to 3,072 x 307 (vellum-ai/vellum-assistant#32102).
  ['gemini-2.0-flash', 10_000, 1_000, 24 * 258],
  ['gemini-2.0-flash', 4_000, 4_000, 16 * 258],
  ['gemini-2.5-pro', 4_000, 4_000, 2_304],
] as const)('with %s, an image of %i x %i costs %i', ([model, width, height, tokens]) => {
  expect(geminiImageTokens({ model, width, height })).toBe(tokens)
  expect(geminiImageTokens({ model, width: height, height: width })).toBe(tokens)
})

// ai.google.dev/gemini-api/docs/media-resolution, "Token counts".
test.for([
  ['gemini-3-flash-preview', undefined, 1_120],
  ['gemini-3.5-pro', 'low', 280],
  ['gemini-3.1-pro-preview', 'medium', 560],
  ['gemini-4-argon', 'high', 1_120],
  ['gemini-flash-latest', 'ultra-high', 2_240],
  ['gemini-2.5-pro', 'low', 64],
  ['gemini-2.5-pro', 'medium', 256],
  ['gemini-2.5-pro', undefined, 256 + 2_048],
  ['gemini-2.5-pro', 'high', 256 + 2_048],
] as const)('with %s, an image at resolution %s costs the published %i', ([model, resolution, tokens]) => {
  expect(geminiImageTokens({ model, resolution })).toBe(tokens)
})

test('an image costs at most as much as one of unknown size', () => {
  const models = fc.constantFrom('gemini-1.5-pro', 'gemini-2.0-flash', 'gemini-2.5-flash', 'gemini-3-pro', undefined)
  fc.assert(
    fc.property(
      models,
      fc.integer({ min: 1, max: 9_000 }),
      fc.integer({ min: 1, max: 9_000 }),
      (model, width, height) => {
        const tokens = geminiImageTokens({ model, width, height })
        expect(tokens).toBeGreaterThanOrEqual(256)
        expect(tokens).toBeLessThanOrEqual(geminiImageTokens({ model }))
      },
    ),
    { numRuns: 3_000 },
  )
})

const none: Tokenizer = { name: 'none', exact: true, count: () => 0 }
// 960 x 540 pixels.
const png = 'iVBORw0KGgoAAAANSUhEUgAAA8AAAAIcCAYAAAAfFcSJ'

test('the framings count images by their bytes, the model, and the resolution of the request or of the part', () => {
  const image: ImagePart = { type: 'image', image: png }
  const part = (level: unknown): ImagePart =>
    ({ ...image, providerOptions: { google: { extra: { mediaResolution: { level } } } } }) as ImagePart
  const tokens = (one: ImagePart, framing = geminiFraming): number =>
    createTokenEstimator(none, framing).estimateImage(one).tokens
  expect(tokens(image)).toBe(1_548)
  expect(tokens(image, geminiFramingFor({ model: 'gemini-2.5-flash' }))).toBe(1_548)
  expect(tokens(image, geminiFramingFor({ model: 'gemini-3-flash' }))).toBe(1_120)
  const low = geminiFramingFor({ model: 'gemini-3-flash', resolution: 'low' })
  expect([low.image, tokens(image, low)]).toEqual([280, 280])
  expect(tokens(part('MEDIA_RESOLUTION_ULTRA_HIGH'), low)).toBe(2_240)
  for (const level of ['MEDIA_RESOLUTION_UNSPECIFIED', '__proto__', 7, null]) expect(tokens(part(level), low)).toBe(280)
})

test('signatures are counted by their length, on any part', () => {
  const providerOptions = { google: { thoughtSignature: 'x'.repeat(401) } }
  const { estimateMessage } = createTokenEstimator(none, geminiFraming)
  expect(estimateMessage({ role: 'assistant', content: [{ type: 'text', text: 'a', providerOptions }] })).toBe(5 + 101)
  const call = { type: 'tool-call', toolCallId: 'i', toolName: 'look', input: {}, providerOptions } as const
  expect(estimateMessage({ role: 'assistant', content: [call] })).toBe(5 + 12 + 101)
})
