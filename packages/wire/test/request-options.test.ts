import type { JsonValue } from '@lamella/core'
import { encodeAnthropic } from '@lamella/wire/anthropic'
import { encodeGemini } from '@lamella/wire/gemini'
import { encodeOpenAIChat } from '@lamella/wire/openai-chat'
import { encodeOpenAIResponses } from '@lamella/wire/openai-responses'
import { validate } from '@lamella/wire/validate'
import { expect, it } from 'vitest'

const messages = [{ role: 'user', content: 'Hi' }] as const

/** What an encoder loses of an option of a request. */
type Lost = (options: { readonly [option: string]: JsonValue }) => readonly { readonly what: string }[]

const chat: Lost = (openai) =>
  encodeOpenAIChat({ messages, parameters: { providerOptions: { openai } } }, { model: 'gpt-5.4' }).losses
const responses: Lost = (openai) =>
  encodeOpenAIResponses({ messages, parameters: { providerOptions: { openai } } }, { model: 'gpt-5.4' }).losses
const anthropic: Lost = (options) =>
  encodeAnthropic({ messages, parameters: { providerOptions: { anthropic: options } } }, { model: 'claude-opus-5-5' })
    .losses
const gemini: Lost = (google) =>
  encodeGemini({ messages, parameters: { providerOptions: { google } } }, { model: 'gemini-4-argon' }).losses

const wrong: readonly (readonly [option: string, lost: Lost, value: JsonValue])[] = [
  ['openai.reasoningEffort', chat, 5],
  ['openai.extra', chat, 'text'],
  ['openai.reasoningEffort', responses, { effort: 'low' }],
  ['openai.responsesExtra', responses, 'text'],
  ['anthropic.effort', anthropic, 5],
  ['anthropic.extra', anthropic, ['fast']],
  ['anthropic.disableParallelToolUse', anthropic, 'yes'],
  ['google.generationConfig', gemini, 'low'],
]

it.each(wrong)('%s of the wrong type is reported, and null counts as absent', (option, lost, value) => {
  const name = option.slice(option.indexOf('.') + 1)
  expect(lost({ [name]: value })).toHaveLength(1)
  expect(lost({ [name]: null })).toEqual([])
})

const outside: readonly (readonly [field: string, value: JsonValue])[] = [
  ['n', 1.5],
  ['seed', '7'],
  ['frequency_penalty', 3],
  ['top_logprobs', 'all'],
  ['stop', ['1', '2', '3', '4', '5']],
]

it.each(outside)('OpenAI Chat: an extra field %s outside its range is left out and reported', (field, value) => {
  const context = { messages, parameters: { providerOptions: { openai: { extra: { [field]: value, user: 'ada' } } } } }
  const { request, losses } = encodeOpenAIChat(context, { model: 'gpt-5.4' })
  expect(request).not.toHaveProperty(field)
  expect(request).toHaveProperty('user', 'ada')
  expect(losses.map(({ what }) => what)).toEqual([expect.stringContaining(`The parameter ${field} is left out`)])
  expect(validate('openai-chat', request).filter(({ level }) => level === 'error')).toEqual([])
})
