import { isLamellaError } from '@lamella/core'
import { decodeAnthropicStream } from '@lamella/wire/anthropic'
import { decodeBedrockConverseStream } from '@lamella/wire/bedrock-converse'
import { decodeGeminiStream } from '@lamella/wire/gemini'
import { decodeOpenAIChatResponse, decodeOpenAIChatStream } from '@lamella/wire/openai-chat'
import { decodeOpenAIResponsesStream } from '@lamella/wire/openai-responses'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { problemOf } from './collect.ts'

const decoders = {
  'openai-chat': decodeOpenAIChatStream,
  'openai-responses': decodeOpenAIResponsesStream,
  anthropic: decodeAnthropicStream,
  gemini: decodeGeminiStream,
  'bedrock-converse': decodeBedrockConverseStream,
} as const
const numRuns = Number(process.env['LAMELLA_RUNS'] ?? 50)

afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([])
})

/** Names and values that events have, in any place. */
const words = [
  ...[
    'choices',
    'delta',
    'message',
    'content',
    'tool_calls',
    'function',
    'arguments',
    'index',
    'usage',
    'logprobs',
    'finish_reason',
  ],
  ...[
    'type',
    'response',
    'output',
    'item',
    'output_index',
    'content_index',
    'part',
    'summary',
    'status',
    'reasoning_details',
    'audio',
  ],
  ...[
    'content_block',
    'text',
    'thinking',
    'partial_json',
    'citation',
    'candidates',
    'parts',
    'functionCall',
    'partialArgs',
    'jsonPath',
  ],
  ...[
    'messageStart',
    'contentBlockStart',
    'contentBlockDelta',
    'contentBlockIndex',
    'toolUse',
    'start',
    '__proto__',
    'constructor',
  ],
]
const types = [
  ...[
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
    'error',
  ],
  ...[
    'text_delta',
    'input_json_delta',
    'signature_delta',
    'citations_delta',
    'text',
    'tool_use',
    'message',
    'function_call',
    'reasoning',
  ],
  ...[
    'created',
    'output_item.added',
    'output_item.done',
    'output_text.delta',
    'content_part.added',
    'completed',
    'function_call_arguments.done',
  ].map((name) => `response.${name}`),
]
const { event } = fc.letrec((tie) => ({
  event: fc.dictionary(fc.constantFrom(...words), tie('value'), { maxKeys: 6, noNullPrototype: true }),
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...types, 0, 1, -1, 1e9, null, true, '', '$.a[0]'),
    tie('event'),
    fc.array(tie('event'), { maxLength: 3 }),
  ),
}))

describe.each(Object.entries(decoders))('%s', (_, decode) => {
  test('any events give a response or a typed error, never another one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 6 }), fc.boolean(), async (events, isText) => {
        const source = isText ? events.map((one) => `data: ${JSON.stringify(one)}\n\n`) : events
        try {
          await decode(source as Iterable<unknown>).response()
        } catch (error) {
          expect(error).toSatisfy((one) => isLamellaError(one, 'WIRE_RESPONSE'))
        }
      }),
      { numRuns: Math.min(numRuns * 5, 20_000) },
    )
  })

  test('any bytes do, too', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 4 }), async (pieces) => {
        expect(await problemOf(decode(pieces).response())).toMatchObject({ partial: { messages: [] } })
      }),
      { numRuns: Math.min(numRuns, 2_000) },
    )
  })

  test('a stream without end is cut at its limit, whether it has line ends or not', async () => {
    for (const piece of ['data: xxxxxxxxxx', ': xxxxxxxxxxxxx\n', '[{"a":"xxxxxxx', '\n', { type: 'ping' }]) {
      let count = 0
      const endless = function* (): Generator<unknown> {
        for (;;) yield ++count && piece
      }
      const problem = await problemOf(decode(endless(), { limit: 10_000 }).response())
      expect(problem).toMatchObject({ reason: 'too-large', what: 'The response has more than 10000 characters.' })
      expect(count).toBeLessThan(10_002)
    }
  })

  test('deep nesting is refused, in text and in parsed events', async () => {
    const deep = `${'{"a":['.repeat(100_000)}1${']}'.repeat(100_000)}`
    for (const text of [`data: ${deep}\n\n`, deep, `data: ${'['.repeat(200_000)}\n\n`])
      expect(await problemOf(decode([text]).response())).toMatchObject({ reason: 'malformed' })
    const loop: Record<string, unknown> = {}
    loop['candidates'] = [loop]
    expect(await problemOf(decode([loop]).response())).toMatchObject({ reason: 'malformed' })
  })
})

const chunk = (delta: object, more: object = {}): object => ({
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
})
const end = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }

test('fields called __proto__ are fields, and pollute nothing', async () => {
  const polluted = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
  const events = [
    `data: {"__proto__":{"polluted":1},"choices":[{"index":0,"__proto__":{"polluted":1},"delta":${polluted}}]}\n\n`,
    `data: {"choices":[{"index":0,"delta":{"__proto__":["polluted"],"tool_calls":[{"index":0,"id":"a","__proto__":{"polluted":1},"function":{"name":"f","arguments":${JSON.stringify(polluted)},"__proto__":{"polluted":1}}}]},"finish_reason":"stop"}]}\n\n`,
  ]
  const { calls } = await decodeOpenAIChatStream(events).response()
  expect(JSON.stringify(calls[0]?.input)).toBe(polluted)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  const block = `{"type":"content_block_start","index":0,"content_block":${polluted.replace('{', '{"type":"tool_use","id":"a","name":"f","input":{},')}}`
  const stop = '{"type":"message_stop"}'
  const anthropic = ['{"type":"message_start","message":{"__proto__":{"polluted":1}}}', block, stop]
  const response = await decodeAnthropicStream(anthropic.map((json) => `data: ${json}\n\n`)).response()
  expect(response.calls.length).toBe(1)
  expect((response.body as { polluted?: unknown })['polluted']).toBeUndefined()
})

test('huge indexes take no more than small ones', async () => {
  const far = Number.MAX_SAFE_INTEGER
  const call = { index: far, id: 'a', function: { name: 'f', arguments: '{}' } }
  const choice = await decodeOpenAIChatStream([chunk({ tool_calls: [call] }, { index: far, finish_reason: 'stop' })], {
    choice: far,
  }).response()
  expect(choice.calls.length).toBe(1)
  const block = { type: 'content_block_start', index: far, content_block: { type: 'text', text: 'x' } }
  const { messages } = await decodeAnthropicStream([
    { type: 'message_start', message: {} },
    block,
    { type: 'message_stop' },
  ]).response()
  expect(messages.length).toBe(1)
  for (const index of [far + 1, -1, 0.5, '__proto__', Number.NaN])
    expect(
      await problemOf(
        decodeAnthropicStream([
          { type: 'message_start', message: {} },
          { ...block, index },
        ]).response(),
      ),
    ).toMatchObject({ reason: 'malformed' })
})

// With a copy of the text for each piece, this would move a terabyte.
test('a long text may come in 500,000 pieces', async () => {
  const count = 500_000
  const pieces = function* (): Generator<object> {
    for (let i = 0; i < count; i++) yield chunk({ content: 'word ' })
    yield end
  }
  const { messages } = await decodeOpenAIChatStream(pieces()).response()
  expect(messages[0]?.content.length).toBe(5 * count)
})

test('what is decoded does not share lists with the events', async () => {
  const details = [{ type: 'x', index: 0, text: 'a' }]
  const event = chunk({ annotations: [{ n: 1 }], reasoning_details: details })
  const before = JSON.stringify(event)
  const { body } = await decodeOpenAIChatStream([event, event, end]).response()
  expect(JSON.stringify(event)).toBe(before)
  expect(decodeOpenAIChatResponse(body).messages.length).toBe(1)
})
