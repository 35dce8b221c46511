import { anthropicFraming } from '@lamella/wire/anthropic'
import { expect, test } from 'vitest'

// From the API reference, "Count tokens": "Hello, Claude" is 3 or 4 tokens by itself, and at most 12 with its framing.
test('a short message counts as no more tokens than the reference states', () => {
  expect(anthropicFraming.request + anthropicFraming.message + 4).toBe(12)
})

// From "Tool use overview", "Pricing": what the API writes about tools, in tokens, with a free choice and with a forced one.
test.for([
  ['Opus 4.7', 675, 804],
  ['Sonnet 4.5', 496, 588],
  ['Opus 5', 286, 406],
] as const)('tools cost at least the published tokens for %s', ([, free, forced]) => {
  expect(anthropicFraming.tools).toBeGreaterThanOrEqual(Math.max(free, forced))
})

// From "Vision": 28 pixels per patch, at most 1,568 pixels per edge and 4,784 patches; before that, width x height /
// 750.
test('an image costs at least as much as the largest one', () => {
  expect(anthropicFraming.image).toBeGreaterThanOrEqual(4_784)
  expect(anthropicFraming.image).toBeGreaterThanOrEqual(Math.ceil((1_568 * 1_568) / 750))
})

test('layers are counted with the separator that joins them', () => {
  expect(anthropicFraming.systemSeparator).toBe('\n\n')
})
