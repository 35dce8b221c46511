import type { Message } from '@lamella/core'
import { messageProblem } from '@lamella/core/plugin'
import {
  AIMessage,
  type BaseMessage,
  ChatMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePoint } from '../../testkit/src/samples/code-point.ts'
import { fitMessages, fromMessages, toMessages } from '../src/index.ts'

const long = 'x'.repeat(1_000)

/** Messages as the models of several providers return them, and as tools and people write them. */
const samples: readonly BaseMessage[] = [
  new HumanMessage('Hello'),
  new HumanMessage({ content: 'With a name', name: 'ada', id: 'h1', additional_kwargs: { a: [1, null] } }),
  new HumanMessage({
    content: [
      { type: 'text', text: 'Look', cache_control: { type: 'ephemeral' } },
      { type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/webp', data: 'AAAA' } },
      { type: 'image', data: 'BBBB', mimeType: 'image/png' },
      { type: 'file', url: 'https://example.com/a.pdf', mimeType: 'application/pdf' },
      { type: 'new_kind', value: { deep: true } },
    ],
  }),
  new SystemMessage('Be brief.'),
  new SystemMessage({
    content: [
      { type: 'text', text: 'Be', cache_control: { type: 'ephemeral' } },
      { type: 'text', text: 'brief' },
    ],
  }),
  new ChatMessage({ content: 'Note', role: 'developer' }),
  new AIMessage('Hi.'),
  new AIMessage({
    content: [
      { type: 'thinking', thinking: 'Hm', signature: 'sig==' },
      { type: 'redacted_thinking', data: 'enc==' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'toolu_1', name: 'look', input: { id: 7 } },
      { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'x' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srv_1',
        content: [{ url: 'https://example.com', encrypted_content: 'E' }],
      },
    ],
    tool_calls: [{ type: 'tool_call', id: 'toolu_1', name: 'look', args: { id: 7 } }],
    response_metadata: { model: 'claude-opus-5-5', usage: { input_tokens: 3 }, stop_reason: 'tool_use' },
    usage_metadata: { input_tokens: 3, output_tokens: 2, total_tokens: 5, input_token_details: { cache_read: 1 } },
    id: 'msg_1',
  } as object),
  new AIMessage({
    content: [
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'S' }], encrypted_content: 'gAAA' },
      { type: 'text', text: 'T', annotations: [] },
    ],
    additional_kwargs: {
      reasoning: { id: 'rs_1', encrypted_content: 'gAAA' },
      __openai_function_call_ids__: { c: 'fc_1' },
    },
  }),
  new AIMessage({
    content: '',
    tool_calls: [{ id: 'c', name: 'look', args: {} }],
    invalid_tool_calls: [{ id: 'd', name: 'bad', args: '{', error: 'no' }],
  }),
  new ToolMessage({ content: 'A lamp', tool_call_id: 'toolu_1', name: 'look' }),
  new ToolMessage({
    content: long,
    tool_call_id: 'toolu_1',
    name: 'look',
    status: 'error',
    artifact: { rows: [1] },
    id: 't1',
  }),
  new ToolMessage({
    content: [
      { type: 'text', text: 'A' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,CCCC' } },
    ],
    tool_call_id: 'x',
  }),
]

const json = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value

describe('messages of LangChain become messages and come back', () => {
  it.each(
    samples.map((message) => [`${message.type} ${JSON.stringify(message.content).slice(0, 50)}`, message] as const),
  )('%s', (_, message) => {
    const messages = toMessages([message])
    expect(messages.map(messageProblem)).toEqual([undefined])
    const [back] = fromMessages(json(messages))
    expect(back?.constructor).toBe(message.constructor)
    expect(json(back?.toDict())).toEqual(json(message.toDict()))
  })

  it('with any text in them', () => {
    const text = fc.string({ unit: codePoint })
    fc.assert(
      fc.property(text, text, fc.jsonValue(), (said, id, value) => {
        const args = { value, said }
        const messages = [
          new HumanMessage({
            content: [
              { type: 'image_url', image_url: said },
              { type: 'text', text: said },
            ],
          }),
          new AIMessage({
            content: [{ type: 'thinking', thinking: said, signature: id }],
            tool_calls: [{ id, name: said, args }],
          }),
          new ToolMessage({ content: said, tool_call_id: id, artifact: { value } }),
        ]
        expect(json(fromMessages(json(toMessages(messages))).map((one) => one.toDict()))).toEqual(
          json(messages.map((one) => one.toDict())),
        )
      }),
    )
  })
})

describe('toMessages', () => {
  it('writes a plain conversation without options', () => {
    const messages = [
      new HumanMessage('Hello'),
      new AIMessage({
        content: 'I look.',
        tool_calls: [{ type: 'tool_call', id: 'c', name: 'look', args: { id: 7 } }],
      }),
      new ToolMessage({ content: 'A lamp', tool_call_id: 'c', name: 'look' }),
    ]
    expect(toMessages(messages)).toEqual([
      { role: 'user', content: 'Hello' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', toolCallId: 'c', toolName: 'look', input: { id: 7 } },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'text', value: 'A lamp' } },
        ],
      },
    ])
  })

  it('keeps signatures under the names that encoders read', () => {
    const content = [{ type: 'thinking', thinking: 'Hm', signature: 'sig==' }]
    expect(toMessages([new AIMessage({ content })])[0]?.content).toEqual([
      { type: 'reasoning', text: 'Hm', providerOptions: { anthropic: { signature: 'sig==' } } },
    ])
  })

  it('takes what LangChain takes as messages: texts, pairs and objects with a role', async () => {
    const like = [['system', 'Brief.'], 'Hello', { role: 'assistant', content: 'Hi.' }, ['human', 'And now?']] as never
    expect(toMessages(like).map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user'])
    const { messages } = await fitMessages({ window: 4_000 })(like)
    expect(messages.map(({ type, text }) => [type, text])).toEqual([
      ['system', 'Brief.'],
      ['human', 'Hello'],
      ['ai', 'Hi.'],
      ['human', 'And now?'],
    ])
  })

  it('stores no long text twice', () => {
    const messages = toMessages([
      new HumanMessage({ content: long, id: 'a' }),
      new AIMessage({ content: [{ type: 'thinking', thinking: long, signature: 's' }], id: 'b' }),
      new ToolMessage({ content: long, tool_call_id: 'c', id: 'd' }),
    ])
    expect(JSON.stringify(messages).split(long)).toHaveLength(1 + 3)
  })
})

describe('fromMessages', () => {
  it('writes what has changed since, and keeps the rest', () => {
    const given = new ToolMessage({ content: long, tool_call_id: 'c', name: 'n', id: 't', artifact: { a: 1 } })
    const [message] = toMessages([given]) as [Extract<Message, { role: 'tool' }>]
    const content = message.content.map((part) => ({ ...part, output: { type: 'text' as const, value: 'short' } }))
    const [back] = fromMessages([{ ...message, content } as Message])
    expect(back).toMatchObject({ content: 'short', id: 't', artifact: { a: 1 }, tool_call_id: 'c', name: 'n' })
  })

  it('writes messages of other hosts', () => {
    const back = fromMessages([
      { role: 'user', content: [{ type: 'image', image: 'AAAA', mediaType: 'image/png' }] },
      {
        role: 'assistant',
        content: [{ type: 'reasoning', text: 'Hm', providerOptions: { anthropic: { signature: 's' } } }],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'c', toolName: 'n', output: { type: 'error-json', value: { no: 1 } } },
        ],
      },
    ])
    expect(back.map(({ content }) => content)).toEqual([
      [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }],
      [{ type: 'thinking', thinking: 'Hm', signature: 's' }],
      '{"no":1}',
    ])
    expect(back[2]).toMatchObject({ status: 'error' })
  })
})

describe('results of tools', () => {
  const result = (toolCallId: string) =>
    ({ type: 'tool-result', toolCallId, toolName: 'look', output: { type: 'text', value: toolCallId } }) as const

  it('become a message each, as other hosts have several in one', () => {
    const answered = fromMessages([{ role: 'tool', content: [result('a'), result('b')] }])
    expect(answered.map((one) => [one.type, (one as ToolMessage).tool_call_id, one.text])).toEqual([
      ['tool', 'a', 'a'],
      ['tool', 'b', 'b'],
    ])
  })

  it('without any, there is no message', () => {
    const approved = { type: 'tool-approval-response', approvalId: 'x', approved: true } as const
    expect(fromMessages([{ role: 'tool', content: [approved] }])).toEqual([])
  })
})

// OpenAI (langchain-ai/langchainjs#10421), Gemini (`google_genai.js` of @langchain/core 1.4.0) and streams.
it.each([
  { type: 'function_call', name: 'look', arguments: '{}', call_id: 'a' },
  { type: 'functionCall', functionCall: { name: 'look', args: {} } },
  { type: 'tool_call_chunk', id: 'a', name: 'look', args: '{}', index: 0 },
  { type: 'tool_use', id: 'a', name: 'look', input: {} },
])('a block $type repeats the call of its message', (block) => {
  const given = new AIMessage({ content: [block], tool_calls: [{ id: 'a', name: 'look', args: {} }] })
  const messages = toMessages([given])
  expect(messages[0]?.content).toEqual([{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }])
  expect(fromMessages(messages)[0]?.content).toEqual([block])
})

it.each([null, undefined, 'Hello', {}])('rejects a value that is not a list of messages: %j', (given) => {
  expect(() => toMessages(given as never)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  expect(() => fromMessages(given as never)).toThrow(expect.objectContaining({ code: 'MESSAGE_INVALID' }))
})
