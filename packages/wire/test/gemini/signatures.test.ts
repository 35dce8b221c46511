import type { AssistantPart, Message, ProviderOptions } from '@lamella/core'
import { encodeGemini, validateGemini } from '@lamella/wire/gemini'
import { describe, expect, test } from 'vitest'
import { call, result } from '../fixtures.ts'
import { encoded, encodedWith, geminiBody } from './encoded.ts'

const user = { role: 'user', content: 'Weather?' } as const
const google = (fields: object): { providerOptions: ProviderOptions } => ({
  providerOptions: { google: fields as never },
})
const signed = google({ thoughtSignature: 'c2ln' })
const assistant = (...content: AssistantPart[]): Message => ({ role: 'assistant', content })
const mark = Buffer.from('skip_thought_signature_validator').toString('base64')

describe('thoughts and signatures', () => {
  test('signatures go back on the parts that they came on', () => {
    const { contents, losses } = encoded(
      user,
      assistant(
        { type: 'reasoning', text: 'Hm.', ...signed },
        { type: 'text', text: 'I see.', ...signed },
        { type: 'file', data: 'aGk=', mediaType: 'image/png', ...google({ thoughtSignature: 'c2ln', thought: true }) },
        call('a', {}, signed),
      ),
      { role: 'tool', content: [result('a')] },
    )
    const thoughtSignature = 'c2ln'
    expect(contents[1]?.parts).toEqual([
      { text: 'Hm.', thought: true, thoughtSignature },
      { text: 'I see.', thoughtSignature },
      { inlineData: { mimeType: 'image/png', data: 'aGk=' }, thought: true, thoughtSignature },
      { functionCall: { id: 'a', name: 'get_weather', args: {} }, thoughtSignature },
    ])
    expect(losses).toEqual([])
  })

  test.for(['vertex', 'googleVertex'])('signatures that the AI SDK writes under %s are also read', (name) => {
    const { contents, losses } = encoded(
      user,
      assistant({ type: 'text', text: 'Hi', providerOptions: { [name]: { thoughtSignature: 'c2ln' } } }),
    )
    expect(contents[1]?.parts).toEqual([{ text: 'Hi', thoughtSignature: 'c2ln' }])
    expect(losses).toEqual([])
  })

  test('a signature with an empty text goes back unchanged', () => {
    const { contents, repairs } = encoded(user, assistant({ type: 'text', text: '', ...signed }))
    expect(contents[1]?.parts).toEqual([{ text: '', thoughtSignature: 'c2ln' }])
    expect(repairs).toEqual([])
  })

  test('a signature that is not base64 is omitted and reported', () => {
    const { contents, losses } = encoded(
      user,
      assistant({ type: 'text', text: 'Hi', ...google({ thoughtSignature: 'é' }) }),
    )
    expect(contents[1]?.parts).toEqual([{ text: 'Hi' }])
    expect(losses).toEqual(['reasoning messages[1].content[0]'])
  })

  test("thoughts of other models are lost, but Gemini's thoughts without a signature are not", () => {
    const { contents, losses } = encoded(
      user,
      assistant(
        { type: 'reasoning', text: 'Theirs.', providerOptions: { anthropic: { signature: 'c2ln' } } },
        { type: 'reasoning', text: 'Nobody knows whose.' },
        { type: 'reasoning', text: 'Mine.', ...google({ thought: true }) },
      ),
    )
    expect(contents[1]?.parts).toEqual([{ text: 'Mine.', thought: true }])
    expect(losses).toEqual([
      'provider-options messages[1].content[0]',
      'reasoning messages[1].content[0]',
      'reasoning messages[1].content[1]',
    ])
  })
})

describe('calls without a signature', () => {
  const messages: Message[] = [
    user,
    assistant(call('a'), call('b')),
    { role: 'tool', content: [result('a'), result('b')] },
    assistant(call('c', {}, signed), call('d')),
    { role: 'tool', content: [result('c'), result('d')] },
  ]
  const signaturesOf = (options: Parameters<typeof encodedWith>[0]): unknown[] =>
    encodedWith(options, ...messages).contents.flatMap(({ parts }) =>
      parts.filter((part) => part.functionCall).map(({ thoughtSignature }) => thoughtSignature),
    )

  test.for(['gemini-3-pro-preview', 'gemini-3.6-flash', 'models/gemini-4-argon', 'gemini-flash-latest'])(
    'get a placeholder at the first call of a step, for %s',
    (model) => {
      expect(signaturesOf({ model })).toEqual([mark, undefined, 'c2ln', undefined])
      expect(encodedWith({ model }, ...messages).losses).toEqual(['reasoning messages[1].content[0]'])
    },
  )

  test.for(['gemini-2.5-pro', 'gemini-2.0-flash', 'gemini-pro', 'gemma-3-27b-it', 'projects/p/endpoints/1'])(
    'stay unchanged, for %s',
    (model) => {
      expect(signaturesOf({ model })).toEqual([undefined, undefined, 'c2ln', undefined])
      expect(encodedWith({ model }, ...messages).losses).toEqual([])
    },
  )

  test('get the placeholder for an unnamed model, but not if the option is off', () => {
    expect(geminiBody({ messages }).contents[1]?.parts[0]?.thoughtSignature).toBe(mark)
    expect(signaturesOf({ markUnsigned: true })).toEqual([mark, undefined, 'c2ln', undefined])
    const { request } = encodeGemini({ messages }, { model: 'gemini-3-pro-preview', markUnsigned: false })
    expect(validateGemini(request, { model: 'gemini-3-pro-preview' })).toMatchObject([
      { code: 'GE-SIGNATURE', level: 'error', path: 'contents[1].parts[0]' },
    ])
    expect(validateGemini(request)).toMatchObject([{ code: 'GE-SIGNATURE', level: 'model' }])
    expect(validateGemini(request, { model: 'gemini-2.5-pro' })).toEqual([])
  })

  test('stay the same when the conversation continues', () => {
    const before = geminiBody({ messages }, { model: 'gemini-3-pro-preview' })
    const after = geminiBody(
      { messages: [...messages, { role: 'assistant', content: 'Ok' }, user] },
      { model: 'gemini-3-pro-preview' },
    )
    expect(after.contents.slice(0, before.contents.length)).toEqual(before.contents)
  })
})
