import type { Context, Message, SystemPart } from '@lamella/core'
import { encodeGemini, type Loss } from '@lamella/wire/gemini'
import { missingUserText } from '@lamella/wire/kit'
import { expect, expectTypeOf, test } from 'vitest'
import { missingAssistantText } from '../../src/messages/ensure-alternating.ts'
import { call, result, weather } from '../fixtures.ts'
import { deepFreeze } from '../freeze.ts'
import { encoded, encodedWith, geminiBody, shapeOf } from './encoded.ts'

const user = { role: 'user', content: 'Hello' } as const
const answer = { role: 'assistant', content: 'Hi' } as const
const layer = (name: string, content: string): SystemPart => ({
  role: 'system',
  content,
  layer: name,
  stability: 'static',
})

test('encodes a context as a request, with the system prompt, tools and parameters in their places', () => {
  const context = {
    system: [layer('system', 'Be kind.'), layer('memory', ''), layer('tools', 'Use them.')],
    messages: [user],
    tools: [weather],
    parameters: {
      model: 'gemini-2.5-pro',
      temperature: 0,
      topP: 1,
      maxOutputTokens: 9,
      stopSequences: ['END'],
      seed: 7,
      toolChoice: 'auto',
    },
  } as const
  const { request, model, losses, repairs } = encodeGemini(deepFreeze(context))
  expect(request).toEqual({
    contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
    systemInstruction: { parts: [{ text: 'Be kind.\n\nUse them.' }] },
    tools: [
      {
        functionDeclarations: [
          { name: 'get_weather', description: weather.description, parametersJsonSchema: weather.inputSchema },
        ],
      },
    ],
    toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
    generationConfig: { temperature: 0, topP: 1, maxOutputTokens: 9, stopSequences: ['END'], seed: 7 },
  })
  expect({ model, losses, repairs }).toEqual({ model: 'gemini-2.5-pro', losses: [], repairs: [] })
  // Nothing is copied unnecessarily.
  expect(request.tools?.[0]?.functionDeclarations?.[0]?.parametersJsonSchema).toBe(weather.inputSchema)
})

test('accepts a context of the core unchanged', () => {
  expectTypeOf<Context>().toExtend<Parameters<typeof geminiBody>[0]>()
})

test('the model of the options overrides that of the parameters, and is not in the request', () => {
  const { request, model } = encodeGemini({ messages: [user], parameters: { model: 'a' } }, { model: 'gemini-2.5-pro' })
  expect(model).toBe('gemini-2.5-pro')
  expect(request).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] })
})

test('each layer can be a separate part', () => {
  const system = [layer('a', 'One'), layer('b', ''), layer('c', 'Two')]
  const { systemInstruction } = geminiBody({ system, messages: [user] }, { system: 'per-layer' })
  expect(systemInstruction).toEqual({ parts: [{ text: 'One' }, { text: 'Two' }] })
})

test('the separator between layers can be chosen', () => {
  const system = [layer('a', 'One'), layer('b', 'Two')]
  expect(geminiBody({ system, messages: [user] }, { separator: '\n---\n' }).systemInstruction).toEqual({
    parts: [{ text: 'One\n---\nTwo' }],
  })
})

test('leading system messages become instructions, later ones become user content', () => {
  const rules: Message = { role: 'system', content: 'New rules.' }
  const { request, losses } = encodeGemini({ system: [layer('a', 'Old.')], messages: [rules, user, answer, rules] })
  expect(request.systemInstruction).toEqual({ parts: [{ text: 'Old.\n\nNew rules.' }] })
  expect(request.contents.at(-1)).toEqual({ role: 'user', parts: [{ text: 'New rules.' }] })
  expect(losses).toMatchObject([{ code: 'system-role', path: 'messages[3]' }])
})

test('contents of one role are merged, and each text stays a separate part', () => {
  const { contents, repairs } = encoded(user, { ...user, content: 'Again' }, answer, {
    role: 'assistant',
    content: [{ type: 'text', text: 'Ho' }],
  })
  expect(contents).toEqual([
    { role: 'user', parts: [{ text: 'Hello' }, { text: 'Again' }] },
    { role: 'model', parts: [{ text: 'Hi' }, { text: 'Ho' }] },
  ])
  expect(repairs).toEqual(['merged messages[1]', 'merged messages[3]'])
})

test('contents that come from a system message are merged without a report', () => {
  const { contents, repairs } = encoded(user, { role: 'system', content: 'New rules.' }, user)
  expect(contents).toEqual([{ role: 'user', parts: [{ text: 'Hello' }, { text: 'New rules.' }, { text: 'Hello' }] }])
  expect(repairs).toEqual([])
})

test('contents are not merged if the option is off', () => {
  const { contents, repairs } = encodedWith({ mergeConsecutive: false }, user, user, answer)
  expect(shapeOf(contents)).toEqual(['user: text', 'user: text', 'model: text'])
  expect(repairs).toEqual([])
})

test('inserts a marked user message before a conversation that begins with the model', () => {
  const { contents, repairs } = encoded(answer, user)
  expect(contents[0]).toEqual({ role: 'user', parts: [{ text: missingUserText }] })
  expect(repairs).toEqual(['alternation messages[0]'])
})

test('omits the marked message if the option is off, unless the conversation begins with a call', () => {
  expect(shapeOf(encodedWith({ ensureAlternating: false }, answer, user).contents)).toEqual([
    'model: text',
    'user: text',
  ])
  const called: Message[] = [
    { role: 'assistant', content: [call('a')] },
    { role: 'tool', content: [result('a')] },
  ]
  for (const messages of [called, [answer, ...called]]) {
    const { contents, repairs } = encodedWith({ ensureAlternating: false, mergeConsecutive: false }, ...messages)
    expect(contents[0]).toEqual({ role: 'user', parts: [{ text: missingUserText }] })
    expect(repairs).toEqual(['alternation messages[0]'])
  }
})

test('user text after results is a separate content, optionally after a marked answer', () => {
  const messages: Message[] = [
    user,
    { role: 'assistant', content: [call('a')] },
    { role: 'tool', content: [result('a')] },
    user,
  ]
  expect(shapeOf(encoded(...messages).contents)).toEqual([
    'user: text',
    'model: functionCall',
    'user: functionResponse',
    'user: text',
  ])
  const { contents, repairs } = encodedWith({ ensureAlternating: true }, ...messages)
  expect(contents[3]).toEqual({ role: 'model', parts: [{ text: missingAssistantText }] })
  expect(repairs).toEqual(['alternation messages[3]'])
})

test('a system prompt alone is sent with a marked message, and an empty request is an error', () => {
  const { request, repairs } = encodeGemini({ system: [layer('a', 'Be kind.')], messages: [] })
  expect(request.contents).toEqual([{ role: 'user', parts: [{ text: missingUserText }] }])
  expect(repairs).toMatchObject([{ code: 'alternation', path: 'messages[0]' }])
  expect(() => geminiBody({ messages: [{ role: 'user', content: '' }] })).toThrow(/nothing to send.*WIRE_UNENCODABLE/)
})

test('empty texts and messages are omitted and reported', () => {
  const { contents, repairs } = encoded(
    user,
    { role: 'assistant', content: '' },
    {
      role: 'user',
      content: [
        { type: 'text', text: '' },
        { type: 'text', text: 'x' },
      ],
    },
  )
  expect(contents).toEqual([{ role: 'user', parts: [{ text: 'Hello' }, { text: 'x' }] }])
  expect(repairs).toEqual([
    'empty-text messages[1]',
    'empty-message messages[1]',
    'empty-text messages[2].content[0]',
    'merged messages[2]',
  ])
})

test('lone surrogates are replaced everywhere', () => {
  const half = '\uD800'
  const request = geminiBody({
    system: [layer('a', half)],
    messages: [
      { role: 'user', content: half },
      { role: 'assistant', content: [call('a', { [half]: half }, { toolName: half })] },
      { role: 'tool', content: [result('a', half)] },
    ],
    tools: [{ name: half, description: half, inputSchema: { type: 'object', properties: { [half]: {} } } }],
    parameters: { stopSequences: [half] },
  })
  expect(JSON.stringify(request)).not.toMatch(/\\ud8/i)
  expect(request.contents[0]?.parts).toEqual([{ text: '\uFFFD' }])
})

test('losses are reported one by one, in the order of the context', () => {
  const losses: Loss[] = []
  geminiBody(
    {
      messages: [
        user,
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'Hm.' },
            { type: 'text', text: 'Hi' },
          ],
        },
      ],
    },
    { onLoss: (loss) => losses.push(loss) },
  )
  expect(losses).toEqual([
    { code: 'reasoning', path: 'messages[1].content[0]', what: 'Gemini accepts only its own thoughts.' },
  ])
})

test('a misspelled or invalid option is an error that names it', () => {
  const encode = (options: object): unknown => geminiBody({ messages: [user] }, options)
  expect(() => encode({ seperator: '' })).toThrow(/Did you mean 'separator'/)
  expect(() => encode({ api: 'studio' })).toThrow(/OPTION_INVALID/)
  expect(() => encode({ callIds: 'no' })).toThrow(/OPTION_INVALID/)
})
