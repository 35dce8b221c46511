import { decodeGeminiResponse, decodeGeminiStream } from '@lamella/wire/gemini'
import { describe, expect, test } from 'vitest'
import { deltasOf, problemIn, problemOf } from './collect.ts'

// The chunks have the form of `GenerateContentResponse`.
const chunk = (parts: readonly object[], more: object = {}): object => ({
  candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 3, thoughtsTokenCount: 20, cachedContentTokenCount: 4 },
  modelVersion: 'gemini-3-pro-preview',
})
const stop = { finishReason: 'STOP' }
const contentOf = async (...chunks: object[]): Promise<unknown> =>
  (await decodeGeminiStream(chunks).response()).messages[0]?.content
const signed = (thoughtSignature: string): object => ({ providerOptions: { google: { thoughtSignature } } })

test('thoughts, text and usage', async () => {
  const stream = decodeGeminiStream([
    chunk([{ text: 'Hm', thought: true }]),
    chunk([{ text: '…', thought: true }]),
    chunk([{ text: 'Hel' }]),
    chunk([{ text: 'lo' }], stop),
  ])
  expect(await deltasOf(stream)).toEqual([
    { type: 'reasoning', part: 0, text: 'Hm' },
    { type: 'reasoning', part: 0, text: '…' },
    { type: 'text', part: 1, text: 'Hel' },
    { type: 'text', part: 1, text: 'lo' },
  ])
  const { body, ...response } = await stream.response()
  expect(response).toEqual({
    messages: [
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm…', providerOptions: { google: { thought: true } } },
          { type: 'text', text: 'Hello' },
        ],
      },
    ],
    calls: [],
    finishReason: 'stop',
    rawFinishReason: 'STOP',
    usage: { inputTokens: 10, cachedInputTokens: 4, outputTokens: 23, reasoningTokens: 20 },
  })
  expect(body).toMatchObject({ modelVersion: 'gemini-3-pro-preview', candidates: [{ finishReason: 'STOP' }] })
})

test('a signature ends a text, whether it comes with its last piece or after it', async () => {
  const whole = [{ type: 'text', text: 'Hello', ...signed('a') }]
  const sign = { thoughtSignature: 'a' }
  expect(await contentOf(chunk([{ text: 'Hel' }]), chunk([{ text: 'lo', ...sign }], stop))).toEqual(whole)
  expect(await contentOf(chunk([{ text: 'Hello' }]), chunk([{ text: '', ...sign }], stop))).toEqual(whole)
  expect(decodeGeminiResponse(chunk([{ text: 'Hello', ...sign }], stop)).messages[0]?.content).toEqual(whole)
  expect(await contentOf(chunk([{ text: 'a', ...sign }]), chunk([{ text: 'b' }], stop))).toEqual([
    { type: 'text', text: 'a', ...signed('a') },
    { type: 'text', text: 'b' },
  ])
})

test('calls keep their signatures, and a signature after them stays where it is', async () => {
  const call = { functionCall: { name: 'look', args: { at: 1 }, id: 'c1' }, thoughtSignature: 's1' }
  const stream = decodeGeminiStream([
    chunk([call]),
    chunk([{ text: '' }]),
    chunk([{ text: '', thoughtSignature: 's2' }], stop),
  ])
  expect(await deltasOf(stream)).toEqual([
    { type: 'tool-input', part: 0, toolCallId: 'c1', toolName: 'look', text: '{"at":1}' },
  ])
  const { messages, calls, finishReason } = await stream.response()
  expect(messages[0]?.content).toEqual([
    { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { at: 1 }, ...signed('s1') },
    { type: 'text', text: '', ...signed('s2') },
  ])
  expect([calls.length, finishReason]).toEqual([1, 'tool-calls'])
})

describe('arguments that Vertex AI streams', () => {
  const piece = (call: object): object => chunk([{ functionCall: call }])
  const first = piece({ name: 'look', id: 'c1', willContinue: true })
  const arg = (...partialArgs: object[]): object => piece({ partialArgs, willContinue: true })

  test('values are put at their paths, and texts go on while they say so', async () => {
    const chunks = [
      first,
      arg({ jsonPath: '$.place', stringValue: 'New ', willContinue: true }),
      arg({ jsonPath: '$.place', stringValue: 'York', willContinue: true }, { jsonPath: '$.place', stringValue: '' }),
      arg({ jsonPath: '$.days[0].name', stringValue: 'Mon' }, { jsonPath: '$.days[0].rain', boolValue: false }),
      arg({ jsonPath: '$.days[1]["a.b"]', numberValue: 1.5 }, { jsonPath: "$['none']", nullValue: 'NULL_VALUE' }),
      arg({ jsonPath: '$.__proto__.polluted', stringValue: 'no' }),
      piece({}),
      chunk([], stop),
    ]
    const { calls } = await decodeGeminiStream(chunks).response()
    expect(JSON.stringify(calls[0]?.input)).toBe(
      '{"place":"New York","days":[{"name":"Mon","rain":false},{"a.b":1.5}],"none":null,"__proto__":{"polluted":"no"}}',
    )
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })

  test('a call that breaks off is torn', async () => {
    const { reason, partial } = await problemOf(
      decodeGeminiStream([chunk([{ text: 'Hi' }]), first, arg({ jsonPath: '$.a', stringValue: 'b' })]).response(),
    )
    expect(reason).toBe('incomplete')
    expect(partial?.messages).toEqual([{ role: 'assistant', content: 'Hi' }])
    expect(partial?.torn).toEqual([{ type: 'tool-call', toolCallId: 'c1', toolName: 'look', text: '{"a":"b"}' }])
  })

  test.each([
    '$',
    '',
    'place',
    '$..a',
    '$[*]',
    '$.a[1000000000]',
    '$.a[0][7]',
    '$.a[-1]',
    "$['a",
    '$.a[0].b.c[1]',
    `$${'.a'.repeat(101)}`,
  ])('the path %s is refused', async (jsonPath) => {
    const problem = await problemOf(decodeGeminiStream([first, arg({ jsonPath, stringValue: 'x' })]).response())
    expect(problem.reason).toBe('malformed')
  })
})

test('a blocked prompt has no message', async () => {
  const blocked = { promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 7 } }
  const { messages, finishReason, rawFinishReason, usage } = await decodeGeminiStream([blocked]).response()
  expect([messages, finishReason, rawFinishReason]).toEqual([[], 'content-filter', 'SAFETY'])
  expect(usage).toEqual({ inputTokens: 7, outputTokens: 0 })
})

test('one of several candidates', async () => {
  const second = chunk([{ text: 'b' }], { index: 1, ...stop })
  const { messages } = await decodeGeminiStream([chunk([{ text: 'a' }], stop), second], { choice: 1 }).response()
  expect(messages).toEqual([{ role: 'assistant', content: 'b' }])
})

test('the JSON array without `alt=sse`, in pieces, also with an error inside', async () => {
  const text = JSON.stringify([chunk([{ text: 'a]}"\\' }]), chunk([{ text: 'b' }], stop)], undefined, 2)
  const { messages } = await decodeGeminiStream([...text]).response()
  expect(messages).toEqual([{ role: 'assistant', content: 'a]}"\\b' }])
  expect(await problemOf(decodeGeminiStream([text.slice(0, -3)]).response())).toMatchObject({ reason: 'incomplete' })
  const error = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' }
  expect(await problemOf(decodeGeminiStream([JSON.stringify([{ error }])]).response())).toMatchObject({
    reason: 'failed',
    error,
  })
  expect(await problemIn(() => decodeGeminiResponse({ error }))).toMatchObject({ reason: 'failed', error })
})

test.each([
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'content-filter'],
  ['MALFORMED_FUNCTION_CALL', 'error'],
  // @google/genai 3.3.0, `FinishReason`.
  ['MALFORMED_RESPONSE', 'error'],
  ['MISSING_THOUGHT_SIGNATURE', 'error'],
  ['MODEL_ARMOR', 'content-filter'],
  ['ESCALATION', 'content-filter'],
  ['PUP_LIMITED_DISABLED', 'content-filter'],
  ['CONTINUATION', 'length'],
  ['OTHER', 'other'],
])('%s is %s', async (finishReason, expected) => {
  expect((await decodeGeminiStream([chunk([{ text: 'x' }], { finishReason })]).response()).finishReason).toBe(expected)
})
