import type { Message } from '@lamella/core'
import { type CompactionRequest, summaryMessage } from '@lamella/core/plugin'
import { openSession } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { prefixServer } from '@lamella/testkit'
import {
  type AnthropicCompactionOptions,
  type AnthropicRequest,
  anthropicCompaction,
  fromAnthropic,
  toAnthropicBeta,
} from '@lamella/wire/anthropic'
import { describe, expect, it } from 'vitest'
import { anthropic } from './parts.ts'

const scope = { tenant: 'acme' }
const model = 'claude-opus-5-5'
const system = [{ role: 'system', content: 'You garden.' }] as const
const tools = [{ name: 'look', inputSchema: { type: 'object' } }] as never
const user = (content: string): Message => ({ role: 'user', content })
const block = { type: 'compaction', content: 'Ada plants trees.', signature: 'EuY', encrypted_content: null }
const response = { content: [block], stop_reason: 'compaction' }
const request = (change: Partial<CompactionRequest> = {}): CompactionRequest => {
  const messages = [user('Hello'), { role: 'assistant', content: 'Hi' } as const]
  const signal = new AbortController().signal
  return { context: { system, messages, tools }, messages, maxOutputTokens: 1_000, model, signal, ...change }
}
const strategy = (send: AnthropicCompactionOptions['send'], more: object = {}) => anthropicCompaction({ send, ...more })

describe('anthropicCompaction', () => {
  it('asks for a summary of what was sent, with the beta, and returns the block and its text', async () => {
    const calls: unknown[] = []
    const { compact, name } = strategy((body, how) => {
      calls.push([body, how])
      return response
    })
    const asked = request()
    expect(name).toBe('anthropic')
    expect(await compact(asked)).toEqual({ text: block.content, native: { format: 'anthropic', content: block } })
    const body = {
      model,
      max_tokens: 1_000 + 4_096,
      system: 'You garden.',
      messages: [user('Hello'), { role: 'assistant', content: 'Hi' }],
      tools: [{ name: 'look', input_schema: { type: 'object' } }],
      compaction: { type: 'summarize' },
    }
    expect(calls).toEqual([[body, { signal: asked.signal, betas: ['compact-2026-09-04'] }]])
  })

  it('sends its instructions, never streams, and takes the options of the conversation', async () => {
    const sent: AnthropicRequest[] = []
    const options = {
      instructions: 'Keep names.',
      name: 'claude',
      encode: { separator: '\n', model: 'claude-opus-4-8' },
    }
    const { compact, name } = strategy(recording(sent), options)
    const parameters = {
      maxOutputTokens: 50,
      providerOptions: anthropic({ extra: { stream: true } }).providerOptions as never,
    }
    const two = [...system, { role: 'system', content: 'Be kind.' }] as const
    await compact(request({ context: { system: two, messages: [user('Hello')], parameters } }))
    expect(name).toBe('claude')
    expect(sent[0]).toMatchObject({
      model: 'claude-opus-4-8',
      system: 'You garden.\nBe kind.',
      max_tokens: 5_096,
      compaction: { type: 'summarize', instructions: 'Keep names.' },
    })
    expect(sent[0]).not.toHaveProperty('stream')
  })

  it.each([
    ['claude-opus-5-5', true],
    ['claude-sonnet-4-6', true],
    ['claude-fable-5-1', true],
    ['claude-mythos-preview', true],
    ['claude-haiku-4-5', false],
    ['claude-opus-4-5', false],
    ['us.anthropic.claude-opus-5-5-v1:0', false],
    ['gpt-5', false],
    [undefined, false],
  ])('says whether it can be tried: %s', (name, expected) => {
    expect(strategy(() => response).supports?.(name)).toBe(expected)
  })

  it('summarizes again from the block before', async () => {
    const native = { format: 'anthropic', content: block as never }
    const messages = [summaryMessage({ start: 0, end: 4, text: block.content, native }), user('More')]
    const sent: AnthropicRequest[] = []
    await strategy(recording(sent)).compact(request({ context: { system, messages }, messages }))
    expect(sent[0]?.messages).toEqual([{ role: 'assistant', content: [block] }, user('More')])
  })

  it.each<[string, unknown, string, string?]>([
    ['undefined', undefined, 'malformed'],
    ['a text', 'Ada plants trees.', 'malformed'],
    ['no list', { content: 'Ada plants trees.' }, 'malformed'],
    ['no block, since the output was cut off', { content: [], stop_reason: 'max_tokens' }, 'missing', 'max_tokens'],
    ['no block, since it was declined', { content: [], stop_reason: 'refusal' }, 'missing', 'refusal'],
    ['an answer instead', { content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn' }, 'missing', 'end_turn'],
    ['a block that failed', { ...response, content: [{ ...block, content: null }] }, 'missing', 'compaction'],
    ['two blocks', { ...response, content: [block, block] }, 'several'],
    ['a block and a text', { ...response, content: [block, { type: 'text', text: 'Hi' }] }, 'several'],
    ['no signature', { ...response, content: [{ ...block, signature: undefined }] }, 'unsigned'],
    ['an empty signature', { ...response, content: [{ ...block, signature: '' }] }, 'unsigned'],
    ['an empty summary', { ...response, content: [{ ...block, content: '' }] }, 'empty'],
    ['a blank summary', { ...response, content: [{ ...block, content: ' \n' }] }, 'empty'],
    ['a summary that is no text', { ...response, content: [{ ...block, content: ['x'] }] }, 'malformed'],
    ['half a character', { ...response, content: [{ ...block, content: 'a\ud83d' }] }, 'malformed'],
    ['a value that is not JSON', { ...response, content: [{ ...block, n: 1n }] }, 'malformed'],
    ['another stop reason', { ...response, stop_reason: 'end_turn' }, 'malformed', 'end_turn'],
    ['a huge summary', { ...response, content: [{ ...block, content: 'x'.repeat(16 * 5_096 + 1) }] }, 'too-large'],
    ['a huge block', { ...response, content: [{ ...block, signature: 'x'.repeat(4 * 1024 * 1024) }] }, 'too-large'],
  ])('rejects %s', async (_, given, reason, stopReason) => {
    const details = { strategy: 'anthropic', reason, ...(stopReason !== undefined && { stopReason }) }
    const compact = strategy(() => given).compact(request())
    await expect(compact).rejects.toMatchObject({ code: 'WIRE_COMPACTION', details })
  })

  it('keeps a backslash before u, which is not half a character', async () => {
    const content = String.raw`C:\ud83d`
    const { text } = await strategy(() => ({ ...response, content: [{ ...block, content }] })).compact(request())
    expect(text).toBe(content)
  })

  it('does not share the block with the response', async () => {
    const given = structuredClone(response)
    const { native } = await strategy(() => given).compact(request())
    Object.assign(given.content[0] as object, { content: 'Changed.' })
    expect(native?.content).toEqual(block)
  })

  it('rejects a context that ends between a call and its result', async () => {
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} } as const
    const messages: Message[] = [user('Look.'), { role: 'assistant', content: [call] }]
    const compact = strategy(() => response).compact(request({ context: { system, messages } }))
    await expect(compact).rejects.toMatchObject({ code: 'WIRE_TOOL_PAIR' })
  })

  it('rejects a request without a model', async () => {
    const { model: _, ...unnamed } = request()
    const compact = strategy(() => response).compact(unnamed)
    await expect(compact).rejects.toMatchObject({ code: 'WIRE_PARAMETER', details: { parameter: 'model' } })
  })

  it('passes on what send throws, and stops when its signal does', async () => {
    const failure = new Error('529')
    await expect(strategy(() => Promise.reject(failure)).compact(request())).rejects.toBe(failure)
    const { signal, abort } = controller()
    const waiting = strategy(() => new Promise(() => {})).compact(request({ signal }))
    abort()
    await expect(waiting).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it.each([{}, { send: 'x' }, { send: () => response, sent: 1 }])('rejects the options %o', (options) => {
    expect(() => anthropicCompaction(options as never)).toThrowError(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    )
  })

  it('keeps the thinking of the turns after it valid, and the conversation goes on from any store', async () => {
    const store = createSessionStore()
    const server = prefixServer('anthropic')
    const read = async (): Promise<readonly Message[]> => {
      const session = await openSession(store, scope, 's')
      return session.read(0, session.length, { signal: new AbortController().signal })
    }
    const ask = async (question: string): Promise<number> => {
      await store.append(scope, 's', [user(question)])
      const { status, body, invalid, thinking } = server.send(
        toAnthropicBeta({ system, tools, messages: await read() }, { model }),
      )
      expect([status, invalid]).toEqual([200, []])
      const { content } = body as { content: unknown }
      await store.append(scope, 's', fromAnthropic([{ role: 'assistant', content }]))
      return thinking
    }
    for (const question of ['One?', 'Two?', 'Three?']) await ask(question)
    const { compact } = anthropicCompaction({ send: (body, { betas }) => server.send({ ...body, betas }).body })
    for (const [shown, stored] of [
      [2, 2],
      [3, 4],
    ] as const) {
      const messages = (await read()).slice(0, shown)
      const answer = await compact(request({ context: { system, tools, messages }, messages }))
      await store.compactions?.add(scope, 's', { start: 0, end: stored, ...answer })
      expect(await ask(`After ${stored}?`)).toBe(2)
    }
    expect(await ask('And?')).toBe(3)
  })
})

/** Answers with the block, and notes what was sent. */
function recording(sent: AnthropicRequest[]): AnthropicCompactionOptions['send'] {
  return (body) => {
    sent.push(body)
    return response
  }
}

function controller(): { readonly signal: AbortSignal; abort(): void } {
  const own = new AbortController()
  return { signal: own.signal, abort: () => own.abort() }
}
