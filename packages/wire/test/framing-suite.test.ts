import { framingSuite, registerSuite } from '@lamella/testkit'
import { anthropicFraming, anthropicFramingFor } from '@lamella/wire/anthropic'
import { bedrockConverseFraming } from '@lamella/wire/bedrock-converse'
import { geminiFraming, geminiFramingFor } from '@lamella/wire/gemini'
import { openaiChatFraming, openaiChatFramingFor } from '@lamella/wire/openai-chat'
import { openaiResponsesFraming, openaiResponsesFramingFor } from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'

const framings = {
  anthropic: () => anthropicFraming,
  'anthropic for a model': () => anthropicFramingFor({ model: 'claude-haiku-4-5' }),
  'bedrock-converse': () => bedrockConverseFraming,
  gemini: () => geminiFraming,
  'gemini for a model': () => geminiFramingFor({ model: 'gemini-3-flash', resolution: 'low' }),
  'openai-chat': () => openaiChatFraming,
  'openai-chat for a model': () => openaiChatFramingFor({ model: 'gpt-4o' }),
  'openai-responses': () => openaiResponsesFraming,
  'openai-responses for a model': () => openaiResponsesFramingFor({ model: 'gpt-5.4' }),
}

for (const [name, make] of Object.entries(framings)) registerSuite({ describe, it }, name, framingSuite(make))

describe('the framing of a model', () => {
  it.each([anthropicFramingFor, geminiFramingFor, openaiChatFramingFor, openaiResponsesFramingFor])(
    'is refused without a model, and with an option that does not exist: %o',
    (framingFor: (options: never) => unknown) => {
      for (const options of [undefined, null, {}, { model: 7 }, { model: 'gpt-4o', modell: 'gpt-4o' }])
        expect(() => framingFor(options as never)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
      expect(() => geminiFramingFor({ model: 'gemini-4-argon', resolution: 'hihg' as never })).toThrow(/OPTION_INVALID/)
    },
  )
})
