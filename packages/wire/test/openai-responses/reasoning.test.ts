import type { AssistantPart, Message } from '@lamella/core'
import {
  encodeOpenAIResponses,
  fromOpenAIResponses,
  type OpenAIResponsesItem,
  toOpenAIResponses,
} from '@lamella/wire/openai-responses'
import { expect, test } from 'vitest'
import { call, result } from '../fixtures.ts'
import { encoded, openai, said, thought, user } from './encoded.ts'

const answer = (...content: AssistantPart[]): Message[] => {
  const ids = content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []))
  const results: Message[] = ids.length === 0 ? [] : [{ role: 'tool', content: ids.map((id) => result(id)) }]
  return [user, { role: 'assistant', content }, ...results]
}
const itemsOf = (content: readonly AssistantPart[], options = {}): OpenAIResponsesItem[] =>
  encoded(answer(...content), options).input.slice(1)
/** Types and ids, which is all that matters here. */
const shapes = (content: readonly AssistantPart[], options = {}): string[] =>
  itemsOf(content, options).map((item) => {
    const { type = 'text', id = '-' } = item as { type?: string; id?: string }
    return `${type} ${id}`
  })

test('reasoning precedes the item it led to, with the id of both', () => {
  const content = [thought('rs_1', 'Hm.'), said('Yes.', { itemId: 'msg_1', phase: 'final_answer' })]
  expect(itemsOf(content)).toEqual([
    { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }] },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Yes.', annotations: [], logprobs: [] }],
      phase: 'final_answer',
    },
  ])
})

test('parts with the same id are one item, whichever of them has the encrypted content', () => {
  const content = [
    thought('rs_1', 'One'),
    thought('rs_1', ''),
    thought('rs_1', 'Two', { reasoningEncryptedContent: 'c2ln' }),
    said('a', { itemId: 'msg_1' }),
    said('b', { itemId: 'msg_1' }),
  ]
  expect(itemsOf(content)).toMatchObject([
    {
      id: 'rs_1',
      summary: [
        { type: 'summary_text', text: 'One' },
        { type: 'summary_text', text: 'Two' },
      ],
      encrypted_content: 'c2ln',
    },
    { id: 'msg_1', content: [{ text: 'a' }, { text: 'b' }] },
  ])
})

test('reasoning from before a cut of a run is left out for models that bind it, and sent to others', () => {
  const stale = { ...thought('rs_1', 'Hm.'), providerOptions: { openai: { itemId: 'rs_1' }, lamella: { stale: true } } }
  const messages = answer(stale, said('Yes.', { itemId: 'msg_1' }))
  const sent = (model: string) => encodeOpenAIResponses({ messages }, { model })
  expect(JSON.stringify(sent('gpt-6.1-sol').request)).toContain('rs_1')
  const { request, losses } = sent('gpt-6.2-sol')
  expect(JSON.stringify(request)).not.toContain('rs_1')
  expect(losses).toMatchObject([{ code: 'reasoning', what: 'A cut of the run made this thinking invalid.' }])
})

test('alternating reasoning and calls stay in their order', () => {
  const content = [
    thought('rs_1'),
    call('a', {}, openai({ itemId: 'fc_1' })),
    thought('rs_2'),
    said('One moment.', { itemId: 'msg_1' }),
    call('b', {}, openai({ itemId: 'fc_2' })),
  ]
  expect(shapes(content)).toEqual([
    'reasoning rs_1',
    'function_call fc_1',
    'reasoning rs_2',
    'message msg_1',
    'function_call fc_2',
    'function_call_output -',
    'function_call_output -',
  ])
})

test('reasoning whose successor has no id is omitted, and items up to the next reasoning lose their ids', () => {
  const content = [
    thought('rs_1'),
    said('Yes.'),
    said('And.', { itemId: 'msg_2' }),
    call('a', {}, openai({ itemId: 'fc_1' })),
    thought('rs_2'),
    call('b', {}, openai({ itemId: 'fc_2' })),
  ]
  expect(shapes(content)).toEqual([
    'text -',
    'text -',
    'function_call -',
    'reasoning rs_2',
    'function_call fc_2',
    'function_call_output -',
    'function_call_output -',
  ])
  const { losses } = encodeOpenAIResponses({ messages: answer(...content) })
  expect(losses).toEqual([{ code: 'reasoning', path: 'messages[1].content[0]', what: expect.any(String) }])
})

test.for([
  ['nothing follows', [said('Yes.', { itemId: 'msg_1' }), thought('rs_1')], ['message msg_1']],
  ['only an empty text follows', [thought('rs_1'), said('', { itemId: 'msg_1' })], []],
  ['its own id is invalid', [thought('item_1'), said('Yes.', { itemId: 'msg_1' })], ['text -']],
  ['it comes from another provider', [thought(undefined, 'Hm.'), said('Yes.', { itemId: 'msg_1' })], ['text -']],
  [
    'its encrypted content has no id',
    [thought(undefined, '', { reasoningEncryptedContent: 'c2ln' }), said('Yes.')],
    ['text -'],
  ],
] as [string, AssistantPart[], string[]][])('reasoning is omitted if %s', ([, content, expected]) => {
  expect(shapes(content)).toEqual(expected)
  expect(encoded(answer(...content)).losses).toContain('reasoning')
})

test('an item that occurs twice in the request has its id once, and its reasoning once', () => {
  const [, message] = answer(thought('rs_1'), said('Yes.', { itemId: 'msg_1' })) as [Message, Message]
  const { input, losses } = encoded([user, message, user, message])
  expect(input).toMatchObject([user, { id: 'rs_1' }, { id: 'msg_1' }, user, { role: 'assistant', content: 'Yes.' }])
  expect(losses).toEqual(['reasoning', 'provider-options'])
  const twice = encoded([user, { role: 'assistant', content: [said('a', { itemId: 'msg_1' })] }, message])
  expect(twice.input.slice(1)).toMatchObject([{ id: 'msg_1' }, { content: 'Yes.' }])
  expect(twice.losses).toEqual(['provider-options', 'reasoning'])
})

test('items after reasoning that is already in the request are sent without an id', () => {
  const answers = ['msg_1', 'msg_2'].map((itemId): Message => {
    return { role: 'assistant', content: [thought('rs_1'), said('Yes.', { itemId })] }
  })
  expect(encoded([user, ...answers]).input.slice(1)).toMatchObject([
    { id: 'rs_1' },
    { id: 'msg_1' },
    { role: 'assistant', content: 'Yes.' },
  ])
})

test('an id that is invalid for its item is omitted and reported', () => {
  const content = [said('Yes.', { itemId: 'item_1' }), call('a', {}, openai({ itemId: 'call_a' }))]
  const { input, losses } = encoded(answer(...content))
  expect(input.slice(1, 3)).toEqual([
    { role: 'assistant', content: 'Yes.' },
    { type: 'function_call', call_id: 'a', name: 'get_weather', arguments: '{}' },
  ])
  expect(losses).toEqual(['provider-options', 'provider-options'])
})

test('without a store, items are sent without ids and reasoning with its encrypted content', () => {
  const content = [
    thought('rs_1', 'Hm.', { reasoningEncryptedContent: 'c2ln' }),
    said('Yes.', { itemId: 'msg_1', phase: 'commentary' }),
    call('a', {}, openai({ itemId: 'fc_1' })),
    thought('rs_2', 'Nothing to carry it by.'),
  ]
  const { request, losses } = encodeOpenAIResponses({ messages: answer(...content) }, { store: false, model: 'gpt-5' })
  expect(request).toEqual({
    model: 'gpt-5',
    input: [
      user,
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: 'Hm.' }],
        encrypted_content: 'c2ln',
      },
      { role: 'assistant', content: 'Yes.', phase: 'commentary' },
      { type: 'function_call', call_id: 'a', name: 'get_weather', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'sunny' },
    ],
    store: false,
    include: ['reasoning.encrypted_content'],
  })
  expect(losses.map(({ code, path }) => [code, path])).toEqual([['reasoning', 'messages[1].content[3]']])
})

test('the parameters can turn the store off, and the option overrides them', () => {
  const messages = answer(said('Yes.', { itemId: 'msg_1' }))
  const parameters = openai({ responsesExtra: { store: false } })
  expect(toOpenAIResponses({ messages, parameters }).input[1]).toEqual({ role: 'assistant', content: 'Yes.' })
  const kept = toOpenAIResponses({ messages, parameters }, { store: true })
  expect(kept).toMatchObject({ store: true, input: [{}, { id: 'msg_1' }] })
  expect(kept).not.toHaveProperty('include')
})

test('encrypted content is requested only for reasoning models, and not if include is set', () => {
  const includeOf = (model: string, responsesExtra: object = {}): unknown =>
    toOpenAIResponses({ messages: [user], parameters: openai({ responsesExtra }) }, { model, store: false }).include
  expect(includeOf('o3')).toEqual(['reasoning.encrypted_content'])
  expect(includeOf('my-deployment')).toEqual(['reasoning.encrypted_content'])
  for (const model of ['gpt-4o', 'gpt-4.1-mini', 'openai/gpt-5-chat-latest', 'gpt-5.2-chat', 'chatgpt-4o-latest']) {
    expect(includeOf(model)).toBeUndefined()
  }
  expect(includeOf('o3', { include: [] })).toEqual([])
})

test("a refusal is sent with its message's id, and as text without an id", () => {
  const refusal = said('No.', { itemId: 'msg_1', refusal: true })
  const wire = { id: 'msg_1', content: [{ type: 'refusal', refusal: 'No.' }] }
  expect(itemsOf([refusal])).toMatchObject([wire])
  // The schema has no other place for it.
  expect(itemsOf([refusal], { store: false })).toMatchObject([wire])
  const { input, losses } = encoded(answer(said('No.', { refusal: true })))
  expect(input[1]).toEqual({ role: 'assistant', content: 'No.' })
  expect(losses).toEqual(['refusal'])
})

test('citations are sent with the id of their message', () => {
  const annotations = [{ type: 'url_citation', url: 'https://a.b', title: 'A', start_index: 0, end_index: 1 }]
  expect(itemsOf([said('A', { itemId: 'msg_1', annotations })])).toMatchObject([{ content: [{ annotations }] }])
  expect(encoded(answer(said('A', { annotations }))).losses).toEqual(['provider-options'])
})

test('the reasoning effort is sent along with other reasoning settings', () => {
  const responses = (fields: Parameters<typeof openai>[0]): object => {
    const { request, losses } = encodeOpenAIResponses({ messages: [user], parameters: openai(fields) })
    return { reasoning: (request as { reasoning?: unknown }).reasoning, losses }
  }
  expect(responses({ reasoningEffort: 'low' })).toEqual({ reasoning: { effort: 'low' }, losses: [] })
  expect(
    responses({ reasoningEffort: 'low', responsesExtra: { reasoning: { effort: 'high', summary: 'auto' } } }),
  ).toEqual({ reasoning: { effort: 'low', summary: 'auto' }, losses: [] })
  expect(responses({ responsesExtra: { reasoning: { effort: 'high' } } })).toMatchObject({
    reasoning: { effort: 'high' },
  })
})

// "Unknown parameter: 'input[1].status'": BerriAI/litellm#13420, digitallyinduced/haskell-agent#689.
test('reasoning is sent without the status that the API returned', () => {
  const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2ln', status: 'completed' }
  const { status: _, ...expected } = item
  const stored = thought('rs_1', '', { reasoningEncryptedContent: 'c2ln', itemExtra: { status: 'completed' } })
  const [read] = fromOpenAIResponses([item, { role: 'assistant', content: 'Yes.' }])
  for (const content of [read?.content as AssistantPart[], [stored, said('Yes.')]]) {
    const { request, losses } = encodeOpenAIResponses({ messages: answer(...content) }, { store: false })
    expect([(request.input as object[])[1], losses]).toEqual([expected, []])
  }
})
