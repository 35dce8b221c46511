import { isLamellaError } from '@lamella/core'
import { fromGemini, type GeminiContent } from '@lamella/wire/gemini'
import { expect, test } from 'vitest'
import { png } from '../fixtures.ts'
import { deepFreeze } from '../freeze.ts'
import { geminiBody } from './encoded.ts'

const user = { role: 'user', parts: [{ text: 'Weather?' }] }
const call = (name: string, more: object = {}): object => ({ functionCall: { name, args: {}, ...more } })
const response = (name: string, more: object = {}): object => ({
  functionResponse: { name, response: { output: name }, ...more },
})
const model = (...parts: object[]): object => ({ role: 'model', parts })
const answers = (...parts: object[]): object => ({ role: 'user', parts })

const roundTrip = (...contents: object[]): GeminiContent[] =>
  geminiBody({ messages: fromGemini(deepFreeze(contents)) }, { model: 'gemini-3-pro-preview' }).contents

test('a conversation with calls becomes canonical messages', () => {
  expect(
    fromGemini([
      user,
      model(
        { text: 'Hm.', thought: true },
        { ...call('now', { id: 'a', args: { zone: 'CET' } }), thoughtSignature: 'c2ln' },
      ),
      answers(response('now', { id: 'a', response: { hour: 12 } })),
      model({ text: 'Noon.' }),
    ]),
  ).toEqual([
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'Hm.', providerOptions: { google: { thought: true } } },
        {
          type: 'tool-call',
          toolCallId: 'a',
          toolName: 'now',
          input: { zone: 'CET' },
          providerOptions: { google: { thoughtSignature: 'c2ln' } },
        },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'a', toolName: 'now', output: { type: 'json', value: { hour: 12 } } },
      ],
    },
    { role: 'assistant', content: 'Noon.' },
  ])
})

test('names in snake case mean the same', () => {
  const contents = [
    { role: 'user', parts: [{ inline_data: { mime_type: 'image/jpeg', data: '_9j_' } }] },
    model({ function_call: { name: 'f', args: { some_key: 1 } }, thought_signature: 'c2ln' }),
    answers({ function_response: { name: 'f', response: { some_key: 2 } } }),
    answers({ file_data: { mime_type: 'image/png', file_uri: 'gs://a/b.png' } }),
  ]
  expect(roundTrip(...contents)).toEqual([
    { role: 'user', parts: [{ inlineData: { mimeType: 'image/jpeg', data: '/9j/' } }] },
    model({ functionCall: { name: 'f', args: { some_key: 1 } }, thoughtSignature: 'c2ln' }),
    answers({ functionResponse: { name: 'f', response: { some_key: 2 } } }),
    answers({ fileData: { mimeType: 'image/png', fileUri: 'gs://a/b.png' } }),
  ])
})

test('calls without an id keep none, and their responses are matched by name', () => {
  const contents = [
    user,
    model({ ...call('a'), thoughtSignature: 'c2ln' }, call('b'), call('a', { args: { second: true } })),
    answers(response('b'), response('a', { response: { first: 1 } }), response('a', { response: { second: 2 } })),
  ]
  const ids = fromGemini(contents).flatMap(({ content }) =>
    typeof content === 'string' ? [] : content.map((part) => 'toolCallId' in part && part.toolCallId),
  )
  expect(ids).toEqual(['call_1_0', 'call_1_1', 'call_1_2', 'call_1_1', 'call_1_0', 'call_1_2'])
  const [, calls, results] = roundTrip(...contents)
  expect(calls).toEqual(contents[1])
  expect(results?.parts.map((part) => part.functionResponse?.response)).toEqual([
    { first: 1 },
    { output: 'b' },
    { second: 2 },
  ])
})

test('model contents after a call belong to it, because they are answered together', () => {
  const first = { ...call('a', { id: '1' }), thoughtSignature: 'c2ln' }
  const contents = [
    user,
    model(first),
    model(call('b', { id: '2' }), { text: 'So.' }),
    answers(response('a', { id: '1' }), response('b', { id: '2' })),
  ]
  expect(fromGemini(contents).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
  expect(roundTrip(...contents)[1]).toEqual(model(first, call('b', { id: '2' }), { text: 'So.' }))
})

test('content next to responses becomes user content after them', () => {
  const contents = [
    user,
    model({ ...call('a', { id: '1' }), thoughtSignature: 'c2ln' }),
    answers({ text: 'Look:' }, response('a', { id: '1' })),
  ]
  expect(fromGemini(contents).slice(2)).toMatchObject([{ role: 'tool' }, { role: 'user', content: 'Look:' }])
})

test('calls without responses and responses without calls are kept for the core to repair', () => {
  const messages = fromGemini([model(call('a', { id: '1' })), user, answers(response('b', { id: '2' }), response('c'))])
  expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'tool'])
  expect(messages[2]?.content).toMatchObject([
    { toolCallId: '2', toolName: 'b' },
    { toolCallId: '', toolName: 'c' },
  ])
})

test('a placeholder for a missing signature is not read as a signature', () => {
  const raw = 'skip_thought_signature_validator'
  for (const thoughtSignature of [raw, Buffer.from(raw).toString('base64')]) {
    const [message] = fromGemini([model({ ...call('a', { id: '1' }), thoughtSignature })])
    expect(message?.content).toEqual([{ type: 'tool-call', toolCallId: '1', toolName: 'a', input: {} }])
  }
})

test('code execution and server tools of Google become provider-executed calls and results, as in the AI SDK', () => {
  const contents = [
    user,
    model(
      { executableCode: { language: 'PYTHON', code: 'print(1)' }, thoughtSignature: 'c2ln' },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      { toolCall: { id: 's', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['a'] } } },
      { toolResponse: { id: 's', toolType: 'GOOGLE_SEARCH_WEB', response: { hits: 2 } } },
      { text: 'One.' },
    ),
  ]
  expect(fromGemini(contents)[1]?.content).toMatchObject([
    { type: 'tool-call', toolName: 'code_execution', input: { language: 'PYTHON' }, providerExecuted: true },
    { type: 'tool-result', toolName: 'code_execution', output: { type: 'json', value: { output: '1' } } },
    {
      type: 'tool-call',
      toolCallId: 's',
      toolName: 'server:GOOGLE_SEARCH_WEB',
      input: { queries: ['a'] },
      providerExecuted: true,
      providerOptions: { google: { serverToolCallId: 's', serverToolType: 'GOOGLE_SEARCH_WEB' } },
    },
    { type: 'tool-result', toolCallId: 's', output: { type: 'json', value: { hits: 2 } } },
    { type: 'text', text: 'One.' },
  ])
  expect(roundTrip(...contents)).toEqual(contents)
})

test.for<object>([
  { executableCode: { language: 'PYTHON', code: '', id: 'x', more: 1 } },
  { codeExecutionResult: { outcome: 'OUTCOME_FAILED' } },
  { toolCall: { toolType: 'FILE_SEARCH' }, thoughtSignature: 'c2ln' },
  { toolResponse: { id: 'x', toolType: 'FILE_SEARCH', response: {}, extra: [1] } },
  { newKind: { of: 'thing' }, partMetadata: { a: 1 } },
  { newKind: [1, 2] },
  { text: '', thoughtSignature: 'c2ln' },
  { text: 'Mine.', thought: true, thoughtSignature: 'c2ln' },
  { inlineData: { mimeType: 'image/png', data: png, displayName: 'a.png' }, thought: true },
  { fileData: { fileUri: 'https://a.b/c' }, videoMetadata: { fps: 1 } },
  { functionCall: { id: 'x', name: 'f', args: {}, willContinue: false }, thoughtSignature: 'c2ln', partMetadata: {} },
])('a model part round-trips unchanged: %j', (part) => {
  const isCall = 'functionCall' in part
  const contents = [user, model({ text: 'x' }, part), ...(isCall ? [answers(response('f', { id: 'x' }))] : [])]
  expect(roundTrip(...contents)).toEqual(contents)
})

test.for<object>([
  { text: 'x', partMetadata: { a: 1 } },
  { newKind: { of: 'thing' } },
  { executable_code: { code: 'x' } },
  { inlineData: { mimeType: 'video/mp4', data: png }, videoMetadata: { startOffset: '1s' } },
  { inlineData: { mimeType: 'image/png', data: png }, mediaResolution: { level: 'MEDIA_RESOLUTION_HIGH' } },
  { fileData: { mimeType: 'application/pdf', fileUri: 'gs://a/b.pdf', displayName: 'b.pdf' } },
])('a user part round-trips unchanged: %j', (part) => {
  expect(roundTrip(answers({ text: 'x' }, part))).toEqual([answers({ text: 'x' }, part)])
})

test.for<object>([
  { response: { output: { a: 1 }, other: 2 } },
  { response: { error: 'x', code: 2 } },
  { response: {}, willContinue: true, scheduling: 'SILENT' },
  { response: { output: ['a', 'b'] }, parts: [{ inlineData: { mimeType: 'image/png', data: png } }] },
  {
    response: { result: ['a', { b: 1 }] },
    parts: [{ inlineData: { mimeType: 'image/png', data: png, displayName: 'x' } }],
  },
  { response: { output: '' }, parts: [{ fileData: { mimeType: 'text/plain', fileUri: 'gs://a/b.txt' } }] },
])('a response round-trips unchanged: %j', (more) => {
  const contents = [
    user,
    model({ ...call('f', { id: 'x' }), thoughtSignature: 'c2ln' }),
    answers(response('f', { id: 'x', ...more })),
  ]
  expect(roundTrip(...contents)).toEqual(contents)
})

// The one thing about responses that does not round-trip: Gemini treats both the same.
test('an object in the only field, output, is the whole output', () => {
  const [message] = fromGemini([answers(response('f', { response: { output: { a: 1 } } }))])
  expect(message?.content).toMatchObject([{ output: { type: 'json', value: { a: 1 } } }])
})

test('a bare text, a single content and a missing role are accepted', () => {
  expect(fromGemini('Hello')).toEqual([{ role: 'user', content: 'Hello' }])
  expect(fromGemini({ parts: { text: 'Hello' } })).toEqual([{ role: 'user', content: 'Hello' }])
})

test.for<[unknown, string]>([
  [undefined, 'contents'],
  [[{ role: 'system', parts: [] }], 'contents[0].role'],
  [['x'], 'contents[0]'],
  [[{ role: 'user', parts: [5] }], 'contents[0].parts[0]'],
  [[model({})], 'contents[0].parts[0]'],
  [[model(response('f'))], 'contents[0].parts[0]'],
  [[answers(call('f'))], 'contents[0].parts[0]'],
  [[model({ functionCall: { args: {} } })], 'contents[0].parts[0].functionCall.name'],
  [[model(call('f', { args: 'x' }))], 'contents[0].parts[0].functionCall.args'],
  [[model({ '1': {} })], 'contents[0].parts[0]'],
  [[answers(response('f', { response: 'x' }))], 'contents[0].parts[0].functionResponse.response'],
  [[answers({ inlineData: { data: 5 } })], 'contents[0].parts[0].inlineData.data'],
])('values that violate the format are an error with the path: %j', ([contents, path]) => {
  try {
    fromGemini(contents)
    expect.unreachable()
  } catch (error) {
    if (!isLamellaError(error, 'WIRE_DECODE')) throw error
    expect(error.details).toMatchObject({ path })
  }
})
