import type { Message } from '@lamella/core'
import { type CompactionRequest, summaryMessage } from '@lamella/core/plugin'
import { type OpenAICompactionOptions, openaiCompaction } from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'

const model = 'gpt-5.6'
const system = [{ role: 'system', content: 'You garden.' }] as const
const user = (content: string): Message => ({ role: 'user', content })
const item = { id: 'cmp_001', type: 'compaction', encrypted_content: 'gAAAAABpM0Yj' }
const output = [
  { role: 'user', content: [{ type: 'input_text', text: 'Hello' }], type: 'message', id: 'msg_000' },
  item,
]
const response = { object: 'response.compaction', output }
const native = { format: 'openai-responses', content: output }
const request = (
  messages: readonly Message[] = [user('Hello'), { role: 'assistant', content: 'Hi' }],
): CompactionRequest => ({
  context: { system, messages },
  messages,
  maxOutputTokens: 1_000,
  model,
  signal: new AbortController().signal,
})
const strategy = (send: OpenAICompactionOptions['send'], more: object = {}) => openaiCompaction({ send, ...more })

describe('openaiCompaction', () => {
  it('sends what the endpoint accepts, and returns the whole window', async () => {
    const calls: unknown[] = []
    const send: OpenAICompactionOptions['send'] = (body, how) => {
      calls.push([body, how])
      return response
    }
    const asked = request()
    const encode = { cache: true, store: false, systemRole: 'developer' } as const
    const answer = await strategy(send, { encode, summarize: () => 'They met.' }).compact(asked)
    expect(answer).toEqual({ text: 'They met.', native })
    const body = { model, input: asked.messages, instructions: 'You garden.', prompt_cache_key: expect.any(String) }
    expect(calls).toEqual([[body, { signal: asked.signal }]])
  })

  it('says that only OpenAI can read it, without a summarizer', async () => {
    expect(await strategy(() => response).compact(request())).toEqual({
      text: "2 messages were compacted by OpenAI. Only OpenAI's models can read the summary.",
      native: { ...native, opaque: true },
    })
  })

  it('says so as well if the messages include a summary that the summarizer could not read', async () => {
    const before = summaryMessage({
      start: 0,
      end: 4,
      text: 'Unreadable.',
      native: { ...native, opaque: true } as never,
    })
    const sent: unknown[] = []
    const send: OpenAICompactionOptions['send'] = ({ input }) => {
      sent.push(input)
      return response
    }
    const own = strategy(send, { summarize: () => 'They met.' })
    const answer = await own.compact(request([before, user('More')]))
    expect(answer.native?.opaque).toBe(true)
    expect(sent).toEqual([[...output, user('More')]])
  })

  it.each<[string, unknown, string]>([
    ['undefined', undefined, 'malformed'],
    ['no list', { output: 'x' }, 'malformed'],
    ['no compaction item', { output: [output[0]] }, 'missing'],
    ['two of them', { output: [item, item] }, 'several'],
    ['one without encrypted content', { output: [{ ...item, encrypted_content: '' }] }, 'unsigned'],
    [
      'a result without its call',
      { output: [{ type: 'function_call_output', call_id: 'a', output: 'x' }, item] },
      'malformed',
    ],
    ['an unknown role', { output: [{ role: 'robot', content: 'x' }, item] }, 'malformed'],
    ['half a character', { output: [{ role: 'user', content: '\ud83d' }, item] }, 'malformed'],
    ['a value that is not JSON', { output: [{ ...item, n: 1n }] }, 'malformed'],
    ['a huge window', { output: [{ ...item, encrypted_content: 'x'.repeat(4 * 1024 * 1024) }] }, 'too-large'],
  ])('rejects %s', async (_, given, reason) => {
    const details = { strategy: 'openai', reason }
    await expect(strategy(() => given).compact(request())).rejects.toMatchObject({ code: 'WIRE_COMPACTION', details })
  })

  it.each([undefined, '', ' \n', 7])('rejects %o from the summarizer', async (text) => {
    const compact = strategy(() => response, { summarize: () => text }).compact(request())
    await expect(compact).rejects.toMatchObject({ code: 'WIRE_COMPACTION', details: { reason: 'empty' } })
  })

  it('can be tried for models that are named, or those of its own option', () => {
    expect([model, undefined].map((name) => strategy(() => response).supports?.(name))).toEqual([true, false])
    const supports = (name: string): boolean => name.startsWith('gpt-5')
    expect(['gpt-5', 'gpt-4o'].map((name) => strategy(() => response, { supports }).supports?.(name))).toEqual([
      true,
      false,
    ])
  })

  it('rejects a context that ends between a call and its result', async () => {
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} } as const
    const compact = strategy(() => response).compact(request([user('Look.'), { role: 'assistant', content: [call] }]))
    await expect(compact).rejects.toMatchObject({ code: 'WIRE_TOOL_PAIR' })
  })

  it('rejects a request without a model', async () => {
    const { model: _, ...unnamed } = request()
    const compact = strategy(() => response).compact(unnamed)
    await expect(compact).rejects.toMatchObject({ code: 'WIRE_PARAMETER', details: { parameter: 'model' } })
  })

  it('passes on what send throws, and stops when its signal does', async () => {
    const failure = new Error('500')
    await expect(strategy(() => Promise.reject(failure)).compact(request())).rejects.toBe(failure)
    const own = new AbortController()
    const waiting = strategy(() => new Promise(() => {})).compact({ ...request(), signal: own.signal })
    own.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it.each([{}, { send: 1 }, { send: () => response, summarise: () => 'x' }])('rejects the options %o', (options) => {
    expect(() => openaiCompaction(options as never)).toThrowError(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })
})
