import { openaiChatFraming } from '@lamella/wire/openai-chat'
import { expect, test } from 'vitest'

// From the OpenAI Cookbook, "How to count tokens with tiktoken": an example whose tokens without framing are known.
test('two messages add three plus one tokens each, and priming the reply adds three', () => {
  expect(openaiChatFraming.request + 2 * openaiChatFraming.message).toBe(11)
})

test('a tool costs at least what the cookbook counts for gpt-4, including nine tokens for its empty schema', () => {
  expect(openaiChatFraming.tool + 9).toBeGreaterThanOrEqual(10 + 12)
})

test('an image costs at least eight tiles of gpt-4o', () => {
  expect(openaiChatFraming.image).toBeGreaterThanOrEqual(85 + 8 * 170)
})
