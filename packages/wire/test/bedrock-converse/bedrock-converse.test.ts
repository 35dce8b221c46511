import type { Message, Tokenizer } from '@lamella/core'
import {
  bedrockConverseFraming,
  decodeBedrockConverse,
  encodeBedrockConverse,
  fromBedrockConverse,
  toBedrockConverse,
  validateBedrockConverse,
} from '@lamella/wire/bedrock-converse'
import { createTokenEstimator } from '@lamella/wire/measure'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bedrockConverseRules } from '../../src/bedrock-converse/rules.ts'
import { png } from '../fixtures.ts'
import { context } from '../histories.ts'

const call = (id: string, text = ''): Message => ({
  role: 'assistant',
  content: [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    { type: 'tool-call', toolCallId: id, toolName: 'look', input: { at: 1 } },
  ],
})
const result = (id: string, output: object): Message =>
  ({ role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName: 'look', output }] }) as Message

// The form is that of the API reference, "Converse", "Request Syntax".
test('a conversation with a tool becomes the request of the reference', () => {
  const { request, losses, repairs } = encodeBedrockConverse(
    {
      system: [{ role: 'system', content: 'Be kind.' }],
      messages: [
        { role: 'user', content: 'Hello' },
        call('a', 'Let me see.'),
        result('a', { type: 'json', value: { sun: true } }),
      ],
      tools: [{ name: 'look', description: 'Looks.', inputSchema: { type: 'object', properties: {} } }],
      parameters: {
        model: 'amazon.nova-pro-v1:0',
        maxOutputTokens: 100,
        toolChoice: 'required',
        stopSequences: ['END'],
      },
    },
    {},
  )
  expect(request).toEqual({
    modelId: 'amazon.nova-pro-v1:0',
    system: [{ text: 'Be kind.' }],
    messages: [
      { role: 'user', content: [{ text: 'Hello' }] },
      {
        role: 'assistant',
        content: [{ text: 'Let me see.' }, { toolUse: { toolUseId: 'a', name: 'look', input: { at: 1 } } }],
      },
      { role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [{ json: { sun: true } }] } }] },
    ],
    inferenceConfig: { maxTokens: 100, stopSequences: ['END'] },
    toolConfig: {
      tools: [
        {
          toolSpec: { name: 'look', description: 'Looks.', inputSchema: { json: { type: 'object', properties: {} } } },
        },
      ],
      toolChoice: { any: {} },
    },
  })
  expect([losses, repairs]).toEqual([[], []])
})

const user: Message = { role: 'user', content: 'Hello' }
const said = (role: 'user' | 'assistant', ...content: object[]): Message => ({ role, content }) as Message
const pdf = { type: 'file', data: 'JVBERi0xLjQ=', mediaType: 'application/pdf', filename: 'a_b.pdf' }

describe('content that Bedrock refuses is repaired and reported', () => {
  test.for<[string, Message[], object[], string[]]>([
    [
      'a leading assistant',
      [said('assistant', { type: 'text', text: 'Hi' })],
      [{ text: '[The conversation begins here.]' }],
      ['alternation'],
    ],
    ['two users', [user, user], [{ text: 'Hello' }, { text: 'Hello' }], ['merged']],
    [
      'a blank text',
      [said('user', { type: 'text', text: ' ' }, { type: 'text', text: 'x' })],
      [{ text: 'x' }],
      ['empty-text'],
    ],
    [
      'a document alone',
      [said('user', pdf)],
      [
        { document: { format: 'pdf', name: 'a-b', source: { bytes: 'JVBERi0xLjQ=' } } },
        { text: '[See the document.]' },
      ],
      ['name', 'added'],
    ],
  ])('%s', ([, messages, content, codes]) => {
    const { request, repairs } = encodeBedrockConverse({ messages })
    expect(request.messages[0]?.content).toEqual(content)
    expect(repairs.map(({ code }) => code)).toEqual(codes)
  })

  test('empty tool errors get a text, JSON lists become text, and tools of the history are declared', () => {
    const messages = [
      user,
      call('a'),
      result('a', { type: 'error-text', value: '' }),
      call('b'),
      result('b', { type: 'json', value: [1] }),
    ]
    const { request, repairs } = encodeBedrockConverse({ messages })
    expect(request.messages[2]?.content).toEqual([
      { toolResult: { toolUseId: 'a', content: [{ text: '[The tool failed without a message.]' }], status: 'error' } },
    ])
    expect(request.messages[4]?.content).toEqual([{ toolResult: { toolUseId: 'b', content: [{ text: '[1]' }] } }])
    expect(request.toolConfig?.tools).toEqual([
      { toolSpec: { name: 'look', inputSchema: { json: { type: 'object' } } } },
    ])
    expect(repairs.map(({ code }) => code)).toEqual(['empty-text', 'empty-text', 'added'].slice(-repairs.length))
  })

  test('Claude 4.6 and later do not continue an answer, and others do not continue one with trailing spaces', () => {
    const messages = [user, said('assistant', { type: 'text', text: 'So: ' })]
    const newest = toBedrockConverse({ messages }, { model: 'us.anthropic.claude-opus-4-8-v1:0' })
    expect(newest.messages.at(-1)).toEqual({ role: 'user', content: [{ text: '[Please continue.]' }] })
    expect(toBedrockConverse({ messages }).messages.at(-1)?.content).toEqual([{ text: 'So:' }])
  })
})

test('reasoning is sent back with its signature or encrypted, and omitted otherwise', () => {
  const reasoning = (bedrock: object): object => ({ type: 'reasoning', text: 'Hm.', providerOptions: { bedrock } })
  const parts = [reasoning({ signature: 's' }), reasoning({ redactedData: 'AAAA' }), { type: 'reasoning', text: 'No.' }]
  const { request, losses } = encodeBedrockConverse({
    messages: [user, said('assistant', ...parts, { type: 'text', text: 'Yes.' })],
  })
  expect(request.messages[1]?.content).toEqual([
    { reasoningContent: { reasoningText: { text: 'Hm.', signature: 's' } } },
    { reasoningContent: { redactedContent: 'AAAA' } },
    { text: 'Yes.' },
  ])
  expect(losses).toMatchObject([{ code: 'reasoning', path: 'messages[1].content[2]' }])
})

// UKGovernmentBEIS/inspect_ai#5299: OpenAI's models on Bedrock encrypt their reasoning, and take it back.
test.each([
  ['us.openai.gpt-5.6-sol', 'cnNuXzEyMw==', true],
  ['us.openai.gpt-5.6-sol', 'RXE0QkNr', false],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'cnNuXzEyMw==', false],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'RXE0QkNr', true],
  ['us.meta.llama3-3-70b-instruct-v1:0', 'cnNuXzEyMw==', false],
])('%s gets the encrypted reasoning %s: %s', (model, redactedData, isSent) => {
  const reasoning = { type: 'reasoning', text: '', providerOptions: { bedrock: { redactedData } } }
  const messages = [user, said('assistant', reasoning, { type: 'text', text: 'Yes.' }), user]
  const { request, losses } = encodeBedrockConverse({ messages }, { model })
  const block = { reasoningContent: { redactedContent: redactedData } }
  expect(request.messages[1]?.content).toEqual([...(isSent ? [block] : []), { text: 'Yes.' }])
  expect(losses.map(({ code }) => code)).toEqual(isSent ? [] : ['reasoning'])
})

test("the AI SDK's name of encrypted reasoning is read, too", () => {
  const redactedContent = 'cnNuXzEyMw=='
  const reasoning = { type: 'reasoning', text: '', providerOptions: { amazonBedrock: { redactedContent } } }
  const messages = [user, said('assistant', reasoning, { type: 'text', text: 'Yes.' }), user]
  const { request, losses } = encodeBedrockConverse({ messages }, { model: 'us.openai.gpt-5.6-luna' })
  expect(request.messages[1]?.content[0]).toEqual({ reasoningContent: { redactedContent } })
  expect(losses).toEqual([])
})

test('the AWS SDK gets bytes, and at most four cache points are sent', () => {
  const { request, losses } = encodeBedrockConverse(
    {
      messages: [
        said(
          'user',
          { type: 'image', image: png },
          ...Array.from({ length: 6 }, (_, n) => ({
            type: 'text',
            text: `${n}`,
            providerOptions: { bedrock: { cachePoint: { type: 'default' } } },
          })),
        ),
      ],
    },
    { bytes: 'binary' },
  )
  const content = request.messages[0]?.content ?? []
  expect(content[0]).toEqual({
    image: { format: 'png', source: { bytes: new Uint8Array(Buffer.from(png, 'base64')) } },
  })
  expect(content.filter((block) => 'cachePoint' in block)).toHaveLength(4)
  expect(losses).toMatchObject([{ code: 'cache' }])
})

test("toBedrockConverse writes bytes as the AWS SDK's command takes them, and the decoder reads them", () => {
  const image: Message = { role: 'user', content: [{ type: 'image', image: png, mediaType: 'image/png' }] }
  const sent = toBedrockConverse({ messages: [image] }, { model: 'm' })
  const bytes = new Uint8Array(Buffer.from(png, 'base64'))
  expect(sent.messages[0]?.content).toEqual([{ image: { format: 'png', source: { bytes } } }])
  expect(fromBedrockConverse(sent.messages)).toEqual([image])
  const body = toBedrockConverse({ messages: [image] }, { model: 'm', bytes: 'base64' })
  expect(body).toEqual(encodeBedrockConverse({ messages: [image] }, { model: 'm' }).request)
})

test('a written request that is read and written again is the same', () => {
  fc.assert(
    fc.property(context, (value) => {
      const request = encodeBedrockConverse(value).request
      const read = decodeBedrockConverse(JSON.parse(JSON.stringify(request)))
      expect(fromBedrockConverse(request.messages)).toEqual(read.messages)
      expect(encodeBedrockConverse(read).request.messages).toEqual(request.messages)
    }),
    { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 38) },
  )
})

/** A valid request, and one change per rule that makes it invalid. */
const use = { toolUse: { toolUseId: 'a', name: 'look', input: {} } }
const answer = { toolResult: { toolUseId: 'a', content: [{ text: 'x' }] } }
const of = (...contents: object[][]): object => ({
  messages: contents.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })),
  toolConfig: { tools: [{ toolSpec: { name: 'look', inputSchema: { json: {} } } }] },
})
const hello = [{ text: 'Hello' }]
const image = (format: string, bytes: string): object[] => [{ image: { format, source: { bytes } } }]
const point = { cachePoint: { type: 'default' } }
const document = (name: string): object => ({ document: { format: 'pdf', name, source: { bytes: 'AAAA' } } })
const violations: Readonly<Record<string, unknown>> = {
  'BC-MESSAGES': { messages: [] },
  'BC-ROLE': { messages: [{ role: 'system', content: hello }] },
  'BC-CONTENT': of([]),
  'BC-BLOCK': of([{ text: 'a', image: {} }]),
  'BC-FIRST-USER': { messages: [{ role: 'assistant', content: hello }] },
  'BC-ALTERNATE': {
    messages: [
      { role: 'user', content: hello },
      { role: 'user', content: hello },
    ],
  },
  'BC-BLANK': of([{ text: ' ' }]),
  'BC-MEDIA-ROLE': of(hello, image('png', png)),
  'BC-DOCUMENT-TEXT': of([document('a')]),
  'BC-DOCUMENT': of([...hello, document('a'), document('a')]),
  'BC-IMAGE': of(image('jpeg', png)),
  'BC-BYTES': of([...hello, { document: { format: 'pdf', name: 'a', source: { bytes: '@' } } }]),
  'BC-TOOL-USE': of(hello, [{ toolUse: { toolUseId: 'a.b', name: 'look', input: {} } }], hello),
  'BC-TOOL-ANSWER': of(hello, [use], hello),
  'BC-TOOL-ORPHAN': of([answer]),
  'BC-RESULT': of(hello, [use], [{ toolResult: { toolUseId: 'a', content: [], status: 'error' } }]),
  'BC-RESULT-ALONE': of(hello, [use], [answer, ...hello]),
  'BC-REASONING': of(hello, [{ reasoningContent: { reasoningText: { text: 'a' } } }]),
  'BC-TOOL-CONFIG': { ...of(hello, [use], [answer]), toolConfig: undefined },
  'BC-TOOL': { ...of(hello), toolConfig: { tools: [{ toolSpec: { name: '', inputSchema: { json: {} } } }] } },
  'BC-THINKING': {
    ...of(hello),
    inferenceConfig: { maxTokens: 2_000 },
    additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2_000 } },
  },
  'BC-CACHE-MAX': of([...hello, point, point, point, point, point]),
  'BC-CACHE-PLACE': of([...hello, document('a'), point]),
  'BC-PARAM': { ...of(hello), inferenceConfig: { temperature: 2 } },
  'BC-UNICODE': of([{ text: '\uD800' }]),
  'BC-JSON': { ...of(hello), additionalModelRequestFields: 1n },
}

test('every rule detects its violation, and accepts valid requests', () => {
  expect(validateBedrockConverse(of(hello, [use], [answer]))).toEqual([])
  expect(Object.keys(violations)).toEqual(bedrockConverseRules.map(({ code }) => code))
  for (const [code, request] of Object.entries(violations)) {
    expect(
      validateBedrockConverse(request).map((one) => one.code),
      code,
    ).toContain(code)
  }
})

test.each([
  // maximhq/bifrost#5762: AWS takes the key for its own, and refuses every later request.
  ['an object that names a type inside', { a: { __type: 'x' } }, [{ text: '{"a":{"__type":"x"}}' }]],
  ['another object', { a: { type: 'x' } }, [{ json: { a: { type: 'x' } } }]],
])('%s as a result is sent in the form that Bedrock accepts', (_, value, content) => {
  const messages = [{ role: 'user' as const, content: 'Hello' }, call('a'), result('a', { type: 'json', value })]
  const { request } = encodeBedrockConverse({ messages }, {})
  expect(request.messages[2]?.content).toEqual([{ toolResult: { toolUseId: 'a', content } }])
})

// "This model doesn't support the image field for user messages" (400, can1357/oh-my-pi#11685).
test.each([
  ['openai.gpt-oss-120b-1:0', ['text'], ['media']],
  ['us.openai.gpt-5.6-sol', ['text'], ['media']],
  ['us.anthropic.claude-opus-5-5-v1:0', ['image'], []],
])('an image in a result for %s is sent as %s', (model, kinds, codes) => {
  const output = { type: 'content', value: [{ type: 'image-data', data: png, mediaType: 'image/png' }] }
  const messages = [{ role: 'user' as const, content: 'Hello' }, call('a'), result('a', output)]
  const { request, losses } = encodeBedrockConverse({ messages }, { model })
  const [block] = (request.messages[2]?.content ?? []) as { toolResult: { content: object[] } }[]
  expect(block?.toolResult.content.flatMap((one) => Object.keys(one))).toEqual(kinds)
  expect(losses.map(({ code }) => code)).toEqual(codes)
})

// What Claude hides is sent back in a signature, and takes as much of the window as on Anthropic's own API.
test.each([
  ['a signature without text', '', { signature: 's'.repeat(5_000) }, 1_000],
  ['a signature beside its text', 'Hm.', { signature: 's'.repeat(5_000) }, 0],
  ['redacted thinking', '', { redactedData: 'r'.repeat(4_000) }, 1_000],
  ["OpenAI's encrypted reasoning", '', { redactedContent: 'cnNu'.repeat(1_000) }, 1_000],
])('hidden reasoning counts: %s', (_, text, bedrock, tokens) => {
  const none: Tokenizer = { name: 'none', exact: true, count: () => 0 }
  const { estimateMessage } = createTokenEstimator(none, bedrockConverseFraming)
  const of = (providerOptions: object): number =>
    estimateMessage({ role: 'assistant', content: [{ type: 'reasoning', text, ...providerOptions }] })
  expect(of({ providerOptions: { bedrock } }) - of({})).toBe(tokens)
})
