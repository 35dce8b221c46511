import { geminiFraming } from '@lamella/wire/gemini'
import { expect, test } from 'vitest'

// From ai.google.dev, "Media resolution", "Token counts".
test('an image costs at least as much as any model counts for one', () => {
  expect(geminiFraming.image).toBeGreaterThanOrEqual(256 + 2_048)
  expect(geminiFraming.image).toBeGreaterThanOrEqual(2_240)
})

// From ai.google.dev, "Gemma formatting and system instructions": <start_of_turn>user\n ... <end_of_turn>\n.
test("a message costs at least the control tokens of Google's only published format", () => {
  expect(geminiFraming.message).toBeGreaterThanOrEqual(5)
})
