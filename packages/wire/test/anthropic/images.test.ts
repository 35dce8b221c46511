import type { ImagePart, Tokenizer } from '@lamella/core'
import { anthropicFraming, anthropicFramingFor, anthropicImageTokens } from '@lamella/wire/anthropic'
import { createTokenEstimator } from '@lamella/wire/measure'
import fc from 'fast-check'
import { expect, test } from 'vitest'

// platform.claude.com/docs/en/build-with-claude/vision, "Resolution and token cost": the table of July 2026; and the
// scan of platform.claude.com/docs/en/build-with-claude/vision-coordinates, which is scaled to 924 x 1307 pixels.
test.for([
  [200, 200, 64, 64],
  [1_000, 1_000, 1_296, 1_296],
  [1_092, 1_092, 1_521, 1_521],
  [1_920, 1_080, 1_560, 2_691],
  [2_000, 1_500, 1_564, 3_888],
  [3_840, 2_160, 1_560, 4_784],
  [1_075, 1_520, 33 * 47, 39 * 55],
] as const)('an image of %i x %i costs the published %i, and %i since Claude 4.7', ([width, height, before, since]) => {
  for (const model of ['claude-haiku-4-5-20251001', 'claude-opus-4-6', 'claude-3-7-sonnet-latest']) {
    expect(anthropicImageTokens({ model, width, height })).toBe(before)
    expect(anthropicImageTokens({ model, width: height, height: width })).toBe(before)
  }
  for (const model of [
    'claude-opus-4-7',
    'claude-opus-4-8',
    'claude-sonnet-5',
    'claude-fable-5-1',
    undefined,
    'other',
  ]) {
    expect(anthropicImageTokens({ model, width, height })).toBe(since)
  }
})

// huggingface.co/datasets/JOHNISKING/image-token-cost, autumn 2026: besides the image, each request had 65 tokens with
// Haiku 4.5 and 77 with Opus 5.5. Larger images were scaled down by the client and are left out.
test.for([
  [256, 256, 165, 177],
  [512, 512, 426, 438],
  [768, 768, 849, 861],
  [1_024, 1_024, 1_434, 1_446],
  [1_280, 720, 1_261, 1_273],
  [1_920, 1_080, 1_625, 2_768],
  [1_080, 1_920, 1_625, 2_768],
] as const)('an image of %i x %i costs the measured number of tokens', ([width, height, haiku, opus]) => {
  expect(anthropicImageTokens({ model: 'claude-haiku-4-5', width, height }) + 65).toBe(haiku)
  expect(anthropicImageTokens({ model: 'claude-opus-5-5', width, height }) + 77).toBe(opus)
})

test('an image costs the maximum at the largest size that fits, and at least one patch', () => {
  const length = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 9_000 }))
  fc.assert(
    fc.property(length, length, fc.boolean(), (width, height, isNew) => {
      const [edge, most] = isNew ? [2_576, 4_784] : [1_568, 1_568]
      const model = isNew ? 'claude-opus-5' : 'claude-opus-4'
      const [long, short] = [Math.max(width, height), Math.min(width, height)]
      // In small steps, from the largest size down.
      const at = (side: number): number =>
        Math.ceil(side / 28) * Math.ceil(Math.max(1, Math.round((short * side) / long)) / 28)
      let side = Math.min(long, edge)
      while (at(side) > most) side--
      expect(anthropicImageTokens({ model, width, height })).toBe(at(side))
    }),
    { numRuns: 1_000 },
  )
})

const none: Tokenizer = { name: 'none', exact: true, count: () => 0 }
const png = 'iVBORw0KGgoAAAANSUhEUgAAB4AAAAQ4CAYAAAAfFcSJ'

test('the framings count images by their bytes and the model', () => {
  const image: ImagePart = { type: 'image', image: png }
  const url: ImagePart = { type: 'image', image: 'https://x.test/a.png' }
  const old = createTokenEstimator(none, anthropicFramingFor({ model: 'claude-haiku-4-5' }))
  expect(old.estimateImage(image)).toEqual({ tokens: 1_560, exact: true })
  expect(old.estimateImage(url)).toEqual({ tokens: 1_568, exact: false })
  const any = createTokenEstimator(none, anthropicFraming)
  expect(any.estimateImage(image)).toEqual({ tokens: 2_691, exact: true })
  expect(any.estimateImage(url)).toEqual({ tokens: 4_784, exact: false })
})

test('encrypted thinking is counted by its length', () => {
  const thinking = (text: string, options: Record<string, string>) => ({
    role: 'assistant' as const,
    content: [{ type: 'reasoning' as const, text, providerOptions: { anthropic: options } }],
  })
  const { estimateMessage } = createTokenEstimator({ ...none, count: (text) => text.length }, anthropicFraming)
  expect(estimateMessage(thinking('', { redactedData: 'x'.repeat(401) }))).toBe(4 + 101)
  expect(estimateMessage(thinking('', { signature: 'x'.repeat(401) }))).toBe(4 + 81)
  expect(estimateMessage(thinking('hm', { signature: 'x'.repeat(401) }))).toBe(4 + 2)
})
