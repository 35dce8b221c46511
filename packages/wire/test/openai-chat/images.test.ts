import type { ImagePart, Tokenizer } from '@lamella/core'
import { createTokenEstimator } from '@lamella/wire/measure'
import {
  type OpenAIImageDetail,
  openaiChatFraming,
  openaiChatFramingFor,
  openaiImageTokens,
} from '@lamella/wire/openai-chat'
import { openaiResponsesFraming, openaiResponsesFramingFor } from '@lamella/wire/openai-responses'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

type Example = readonly [model: string, detail: OpenAIImageDetail, width: number, height: number, tokens: number]

// developers.openai.com/api/docs/guides/images-vision, "Calculating costs": the examples of August 2026.
const published: readonly Example[] = [
  ['gpt-5.4', 'high', 1_024, 1_024, 1_229],
  ['gpt-5.4', 'high', 2_048, 2_048, 3_000],
  // The examples of June 2026 for a budget of 1,536 patches: 1,024 and 1,452 before the multiplier, here that of
  // GPT-4.1 nano.
  ['gpt-4.1-nano', 'high', 1_024, 1_024, Math.ceil(1_024 * 2.46)],
  ['gpt-4.1-nano', 'high', 1_800, 2_400, Math.ceil(1_452 * 2.46)],
  ['o4-mini', 'high', 1_800, 2_400, Math.ceil(1_452 * 1.72)],
  // platform.openai.com/docs/guides/vision, "Calculating costs": the tile examples, published since 2024.
  ['gpt-4o', 'high', 1_024, 1_024, 765],
  ['gpt-4o', 'high', 2_048, 4_096, 1_105],
  ['gpt-4o', 'low', 4_096, 8_192, 85],
]

// community.openai.com/t/1262691, April 2025: an image of 128 x 64 pixels and a text of 12 tokens (gpt-4o), 11 (o3).
const measuredTiles: readonly Example[] = [
  ['gpt-4o-2024-11-20', 'low', 128, 64, 97 - 12],
  ['gpt-4o-2024-11-20', 'high', 128, 64, 267 - 12],
  ['gpt-4.1-2025-04-14', 'high', 128, 64, 267 - 12],
  ['gpt-4.5-preview-2025-02-27', 'high', 128, 64, 267 - 12],
  ['gpt-4-turbo-2024-04-09', 'high', 128, 64, 267 - 12],
  ['gpt-4o-mini-2024-07-18', 'low', 128, 64, 2_845 - 12],
  ['gpt-4o-mini-2024-07-18', 'high', 128, 64, 8_512 - 12],
  ['o3-2025-04-16', 'low', 128, 64, 86 - 11],
  ['o3-2025-04-16', 'high', 128, 64, 236 - 11],
]

// huggingface.co/datasets/JOHNISKING/image-token-cost, autumn 2026: ten sizes, three columns.
const measuredSizes: readonly (readonly [
  width: number,
  height: number,
  auto6: number,
  high6: number,
  auto55: number,
])[] = [
  [256, 256, 77, 77, 77],
  [512, 512, 308, 308, 308],
  [768, 768, 692, 692, 692],
  [1_024, 1_024, 1_229, 1_229, 1_229],
  [1_280, 720, 1_104, 1_104, 1_104],
  [1_920, 1_080, 2_448, 2_448, 2_448],
  [1_080, 1_920, 2_448, 2_448, 2_448],
  [2_560, 1_440, 4_320, 2_931, 4_320],
  [3_840, 2_160, 9_792, 2_931, 9_792],
  [4_032, 3_024, 14_364, 2_942, 11_868],
]
const measuredPatches = measuredSizes.flatMap(([width, height, auto6, high6, auto55]): readonly Example[] => [
  ['gpt-6-astra', 'auto', width, height, auto6],
  ['gpt-5.6-sol', 'original', width, height, auto6],
  ['gpt-6-astra', 'high', width, height, high6],
  ['gpt-5.5', 'auto', width, height, auto55],
])

describe('an OpenAI image', () => {
  it.for(published)('with %s at %s, %i x %i, costs the published %i', ([model, detail, width, height, tokens]) => {
    expect(openaiImageTokens({ model, detail, width, height })).toBe(tokens)
  })

  it.for([...measuredTiles, ...measuredPatches])(
    'with %s at %s, %i x %i, costs the measured %i',
    ([model, detail, width, height, tokens]) => {
      expect(openaiImageTokens({ model, detail, width, height })).toBe(tokens)
    },
  )

  // The table of "Model sizing behavior" of the same page.
  it.for([
    ['gpt-5.6-luna', 'low', 308],
    ['gpt-5.6-luna', 'high', 3_000],
    ['gpt-5.5', 'low', 308],
    ['gpt-5.5', 'auto', 12_000],
    ['gpt-5.4', 'auto', 3_000],
    ['gpt-5.4-mini', 'low', 4_916],
    ['gpt-5.4-nano', 'original', 12_000],
    ['gpt-5.2', 'high', 4_916],
    ['gpt-5.3-codex', 'low', 4_916],
    ['gpt-4.1-mini-2025-04-14', 'low', 6_636],
    ['gpt-4.1-nano', 'auto', 3_779],
    ['gpt-5-mini', 'auto', 1_844],
    ['gpt-5.1-codex-mini', 'auto', 1_844],
    ['gpt-5-nano-2025-08-07', 'auto', 2_304],
    ['codex-mini-latest', 'auto', 2_642],
    ['gpt-5', 'low', 70],
    ['gpt-5-chat-latest', 'high', 70 + 8 * 140],
    ['gpt-5.1', 'auto', 70 + 8 * 140],
    ['openai/o1', 'high', 75 + 8 * 150],
    ['chatgpt-4o-latest', 'high', 85 + 8 * 170],
    ['computer-use-preview', 'high', 65 + 8 * 129],
    ['GPT-4o-mini', 'high', 48_169],
  ] as const)(
    'with %s at %s costs at most %i, which is also the count for an unknown size',
    ([model, detail, most]) => {
      expect(openaiImageTokens({ model, detail })).toBe(most)
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20_000 }), (width, height) => {
          const tokens = openaiImageTokens({ model, detail, width, height })
          expect(Number.isSafeInteger(tokens) && tokens > 0).toBe(true)
          expect(tokens).toBeLessThanOrEqual(most)
          expect(openaiImageTokens({ model, detail, width: height, height: width })).toBe(tokens)
        }),
        { numRuns: 200 },
      )
    },
  )

  it('counts as a 12-megapixel photo without a limit or a size', () => {
    const photo = openaiImageTokens({ model: 'gpt-5.6-sol', width: 4_032, height: 3_024 })
    expect(openaiImageTokens({ model: 'gpt-5.6-sol' })).toBe(photo)
    expect(openaiImageTokens({ model: 'gpt-5.6-sol', width: 40_000, height: 30_000 })).toBe(36_000)
  })

  it('counts as the most expensive case if the model is unknown', () => {
    for (const model of ['gpt-4o', 'gpt-4.1-mini', 'gpt-5', 'gpt-5.2', 'gpt-5.4', 'gpt-5.5', 'gpt-6-sol']) {
      for (const [width, height] of [
        [1, 1],
        [300, 200],
        [1_024, 1_024],
        [4_000, 3_000],
      ] as const) {
        expect(openaiImageTokens({ width, height })).toBeGreaterThanOrEqual(openaiImageTokens({ model, width, height }))
      }
    }
    expect(openaiImageTokens({ model: 'some-other-model', width: 9, height: 9 })).toBe(
      openaiImageTokens({ width: 9, height: 9 }),
    )
  })

  it.for([Number.NaN, 0, -3, Number.POSITIVE_INFINITY])('has no size with a width of %d', (width) => {
    expect(openaiImageTokens({ model: 'gpt-4o', width, height: 5 })).toBe(1_445)
  })
})

const png = (width: number, height: number): string => {
  const head = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head.toString('base64')
}
const none: Tokenizer = { name: 'none', exact: true, count: () => 0 }

test('the framings count images by their bytes, model and detail', () => {
  const image: ImagePart = { type: 'image', image: png(1_024, 1_024) }
  for (const framingFor of [openaiChatFramingFor, openaiResponsesFramingFor]) {
    const { estimateImage, estimateMessage } = createTokenEstimator(none, framingFor({ model: 'gpt-4o' }))
    expect(estimateImage(image)).toEqual({ tokens: 765, exact: true })
    const low: ImagePart = { ...image, providerOptions: { openai: { imageDetail: 'low' } } }
    expect(estimateMessage({ role: 'user', content: [image, low] })).toBe(4 + 765 + 85)
    expect(estimateImage({ type: 'image', image: 'https://x.test/a.png' })).toEqual({ tokens: 1_445, exact: false })
    const strange = { ...image, providerOptions: { openai: { imageDetail: '__proto__' } } } as ImagePart
    expect(estimateImage(strange).tokens).toBe(765)
  }
  for (const framing of [openaiChatFraming, openaiResponsesFraming]) {
    expect(createTokenEstimator(none, framing).estimateImage(image).tokens).toBe(
      openaiImageTokens({ width: 1_024, height: 1_024 }),
    )
    expect(framing.image).toBe(openaiImageTokens({}))
  }
})

test('encrypted reasoning is counted by its length', () => {
  const part = {
    type: 'reasoning',
    text: '',
    providerOptions: { openai: { reasoningEncryptedContent: 'x'.repeat(1_001) } },
  } as const
  const message = { role: 'assistant' as const, content: [part, { type: 'reasoning' as const, text: 'b' }] }
  expect(createTokenEstimator(none, openaiResponsesFraming).estimateMessage(message)).toBe(4 + 201)
  // Chat does not accept reasoning.
  expect(createTokenEstimator(none, openaiChatFraming).estimateMessage(message)).toBe(4)
})
