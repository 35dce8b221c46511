import { openaiChatFraming } from '@lamella/wire/openai-chat'
import { openaiResponsesFraming } from '@lamella/wire/openai-responses'
import { expect, test } from 'vitest'

// The same models render both formats into the same prompt.
test('everything costs at least as much as in OpenAI Chat', () => {
  const { name: _, systemSeparator, ...costs } = openaiChatFraming
  expect(openaiResponsesFraming.systemSeparator).toBe(systemSeparator)
  for (const [key, cost] of Object.entries(costs)) {
    if (typeof cost !== 'number') continue
    expect(openaiResponsesFraming[key as 'message'], key).toBeGreaterThanOrEqual(cost)
  }
})

test('a call is counted as a separate message, because it is a separate item', () => {
  expect(openaiResponsesFraming.toolCall).toBe(openaiChatFraming.toolCall + openaiResponsesFraming.message)
})

test('an image costs at least 2,500 patches at 1.2 tokens', () => {
  expect(openaiResponsesFraming.image).toBeGreaterThanOrEqual(2_500 * 1.2)
})
