import type { Message } from '@lamella/core'
import { createCounter, summaryMessage } from '@lamella/core/plugin'
import { openSession } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import { encodeAnthropic } from '@lamella/wire/anthropic'
import {
  compactionInOpenAIResponses,
  encodeOpenAIResponses,
  fromOpenAIResponses,
  type OpenAIResponsesOptions,
  openaiResponsesFraming,
  validateOpenAIResponses,
} from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme' }
const item = { id: 'cmp_001', type: 'compaction', encrypted_content: 'gAAAAABpM0Yj-...=' }
/** The output of `/responses/compact`, with the fields that the guide shows. */
const window = [
  {
    id: 'msg_000',
    type: 'message',
    status: 'completed',
    content: [{ type: 'input_text', text: 'Create a landing page.' }],
    role: 'user',
  },
  item,
]
const user: Message = { role: 'user', content: 'And the colors?' }
const summary = (content: unknown = window, opaque = false): Message =>
  summaryMessage({
    start: 0,
    end: 4,
    text: 'A page.',
    native: { format: 'openai-responses', content: content as never, ...(opaque && { opaque }) },
  })
const encode = (messages: readonly Message[], options: OpenAIResponsesOptions = {}, parameters: object = {}) => {
  const { request, losses } = encodeOpenAIResponses({ messages, parameters }, { model: 'gpt-5.6', ...options })
  expect(validateOpenAIResponses(request).filter(({ level }) => level === 'error')).toEqual([])
  return { input: request.input, losses: losses.map(({ code, path }) => `${code} ${path}`) }
}

describe('a compaction item', () => {
  const conversation = [
    { role: 'user', content: 'Create a landing page.' },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'cmVhc29u' },
    { ...item, created_by: 'api' },
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'And the colors?' },
  ]

  it.each([true, false])('survives decoding, a store and encoding unchanged: store %s', async (stored) => {
    const store = createSessionStore()
    await store.append(scope, 's', fromOpenAIResponses(conversation))
    const session = await openSession(store, scope, 's')
    const messages = await session.read(0, session.length, { signal: new AbortController().signal })
    const { input } = encode(messages, { store: stored })
    expect(JSON.stringify(input.find((one) => (one as { type?: string }).type === 'compaction'))).toBe(
      JSON.stringify(conversation[2]),
    )
  })

  it('leaves what precedes it in the request by default', () => {
    expect(encode(fromOpenAIResponses(conversation)).input).toHaveLength(5)
  })

  it('stands for all messages before its answer on request, each of which is a loss', () => {
    const { input, losses } = encode(fromOpenAIResponses(conversation), { compacted: 'omit' })
    expect(input.map((one) => (one as { type?: string }).type ?? 'message')).toEqual([
      'reasoning',
      'compaction',
      'message',
      'message',
    ])
    expect(losses).toEqual(['summary messages[0]'])
  })

  it('leaves system messages in the request, whatever it stands for', () => {
    const developer = { role: 'developer', content: 'Be kind.' }
    const { input, losses } = encode(fromOpenAIResponses([developer, ...conversation]), { compacted: 'omit' })
    expect(input[0]).toEqual(developer)
    expect(losses).toEqual(['summary messages[1]'])
  })

  it('stands for an earlier one, and for calls with their results', () => {
    const call = { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' }
    const result = { type: 'function_call_output', call_id: 'a', output: 'x' }
    const later = { ...item, id: 'cmp_002' }
    const all = [...conversation, call, result, { role: 'user', content: 'Go on.' }, later]
    const { input } = encode(fromOpenAIResponses(all), { compacted: 'omit' })
    expect(input).toEqual([later])
  })

  it.each(['previous_response_id', 'conversation'])('leaves everything in the request with %s', (field) => {
    const parameters = { providerOptions: { openai: { responsesExtra: { [field]: 'resp_1' } } } }
    const { input, losses } = encode(fromOpenAIResponses(conversation), { compacted: 'omit' }, parameters)
    expect(input).toHaveLength(5)
    expect(losses).toEqual([])
  })

  it('is counted by its encrypted content', () => {
    const { message } = createCounter(charTokenizer, openaiResponsesFraming)
    const [short, long] = [100, 5_100].map((size) =>
      fromOpenAIResponses([{ ...item, encrypted_content: 'x'.repeat(size) }]).reduce(
        (sum, one) => sum + message(one),
        0,
      ),
    )
    expect((long ?? 0) - (short ?? 0)).toBe(1_000)
  })

  it('is found in a response, and stands for what precedes the answer', () => {
    const output = [{ type: 'reasoning', id: 'rs_1', summary: [] }, item, { role: 'assistant', content: 'Done.' }]
    const native = { format: 'openai-responses', content: [item] }
    expect(compactionInOpenAIResponses({ output }, 6, 'A page.')).toEqual({ start: 0, end: 6, text: 'A page.', native })
    expect(compactionInOpenAIResponses(output, 6)).toEqual({
      start: 0,
      end: 6,
      text: "6 messages were compacted by OpenAI. Only OpenAI's models can read the summary.",
      native: { ...native, opaque: true },
    })
  })

  it.each<[string, unknown, number]>([
    ['without one', { output: [] }, 4],
    ['with an empty one', { output: [{ ...item, encrypted_content: '' }] }, 4],
    ['that begins its session', { output: [item] }, 0],
    ['that is none', 'x', 4],
  ])('is not found in a response %s', (_, response, position) => {
    expect(compactionInOpenAIResponses(response, position)).toBeUndefined()
  })

  it('is sent once, where its answer has it, after the session was compacted', async () => {
    const store = createSessionStore()
    await store.append(scope, 's', [{ role: 'user', content: 'One?' }])
    const output = [item, { role: 'assistant', content: 'Done.' }]
    const { start } = await store.append(scope, 's', fromOpenAIResponses(output))
    await store.append(scope, 's', [user])
    const compaction = compactionInOpenAIResponses(output, start)
    if (compaction) await store.compactions?.add(scope, 's', compaction)
    const session = await openSession(store, scope, 's')
    const messages = await session.read(0, session.length, { signal: new AbortController().signal })
    expect(encode(messages).input).toEqual([item, { role: 'assistant', content: 'Done.' }, user])
  })
})

describe('a compacted window', () => {
  it('is sent as it is, in the place of its summary', () => {
    const { input, losses } = encode([summary(), user])
    expect(JSON.stringify(input)).toBe(JSON.stringify([...window, user]))
    expect(losses).toEqual([])
  })

  it('is never shortened, nor merged with the messages around it', () => {
    const options = { compacted: 'omit', mergeConsecutive: true, ensureAlternating: true } as const
    expect(encode([summary(), user], options).input).toEqual([...window, user])
  })

  it('is counted with what it retains', () => {
    const { message } = createCounter(charTokenizer, openaiResponsesFraming)
    const [short, long] = [3, 3_003].map((size) => {
      const content = [
        { role: 'user', content: 'x'.repeat(size) },
        { ...item, encrypted_content: 'y'.repeat(size) },
      ]
      return message(summary(content))
    })
    expect((long ?? 0) - (short ?? 0)).toBeGreaterThanOrEqual(3_000 / 3 + 3_000 / 5 - 60)
  })

  it.each<[string, unknown]>([
    ['no list', item],
    ['no compaction item', [window[0]]],
    ['two compaction items', [item, { ...item, id: 'cmp_2' }]],
    ['an item without encrypted content', [{ ...item, encrypted_content: '' }]],
    ['a result without its call', [{ type: 'function_call_output', call_id: 'a', output: 'x' }, item]],
    ['a message without content', [{ role: 'user', content: [] }, item]],
    ['a part of another role', [{ role: 'user', content: [{ type: 'output_text', text: 'x' }] }, item]],
    ['something else', ['x', item]],
  ])('is sent as text if it has %s', (_, content) => {
    const { input, losses } = encode([summary(content), user])
    expect(input[0]).toEqual({ role: 'user', content: '[Summary of messages 1 to 4 of this conversation]\nA page.' })
    expect(losses).toEqual(['summary messages[0]'])
  })

  it('throws in other formats if only OpenAI can read it, and shows them the messages on opening', async () => {
    const store = createSessionStore()
    await store.append(scope, 's', [user, { role: 'assistant', content: 'Blue.' }, user])
    await store.compactions?.add(scope, 's', {
      start: 0,
      end: 2,
      text: 'Unreadable.',
      native: { format: 'openai-responses', content: window, opaque: true },
    })
    const open = async (format?: string): Promise<readonly Message[]> => {
      const session = await openSession(store, scope, 's', format === undefined ? {} : { format })
      return session.read(0, session.length, { signal: new AbortController().signal })
    }
    const model = 'claude-opus-5-5'
    const details = { path: 'messages[0]', format: 'openai-responses' }
    const opaque = expect.objectContaining({ code: 'WIRE_SUMMARY_OPAQUE', details })
    const shown = await open()
    expect(() => encodeAnthropic({ messages: shown }, { model })).toThrowError(opaque)
    expect(() => encode([summary([item, item], true), user])).toThrowError(opaque)
    expect(encode(shown).input).toEqual([...window, user])
    expect(await open('openai-responses')).toEqual(shown)
    expect(encodeAnthropic({ messages: await open('anthropic') }, { model }).request.messages).toHaveLength(3)
  })
})
