import type { Message } from '@lamella/core'
import { summaryMessage } from '@lamella/core/plugin'
import { openSession } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { encodeAnthropic, fromAnthropic, toAnthropicBeta, validateAnthropic } from '@lamella/wire/anthropic'
import { encodeOpenAIChat } from '@lamella/wire/openai-chat'
import { describe, expect, it } from 'vitest'
import { answer, encodedWith, user } from './encoded.ts'
import { anthropic } from './parts.ts'

const model = 'claude-opus-5-5'
/** As the API returns it: with a field that is null, which must not be left out. */
const block = {
  type: 'compaction',
  content: 'Ada plants trees.\n',
  signature: 'EuYBCkQY+/==',
  encrypted_content: null,
  tool_changes: [],
}
const plain = { type: 'compaction', content: 'Ada plants trees.', encrypted_content: 'ZW5j' }
const summary = (content: unknown = block, start = 0): Message =>
  summaryMessage({
    start,
    end: start + 4,
    text: 'Ada plants trees.',
    native: { format: 'anthropic', content: content as never },
  })
const encode = (messages: readonly Message[], name = model) => {
  const encoding = encodeAnthropic({ messages }, { model: name })
  expect(validateAnthropic(encoding.request).filter(({ level }) => level === 'error')).toEqual([])
  const { losses, repairs, betas, request } = encoding
  return {
    messages: request.messages,
    losses: losses.map(({ code, path }) => `${code} ${path}`),
    repairs: repairs.map(({ code }) => code),
    betas,
  }
}
const onDemand = ['compact-2026-09-04']
const text = '[Summary of messages 1 to 4 of this conversation]\nAda plants trees.'

describe('a signed block', () => {
  it('survives decoding, a store and encoding, byte for byte, as the first content', async () => {
    const scope = { tenant: 'acme' }
    const store = createSessionStore()
    const request = [{ role: 'assistant', content: [block] }, user]
    await store.append(scope, 's', fromAnthropic(request))
    const session = await openSession(store, scope, 's')
    const read = await session.read(0, 2, { signal: new AbortController().signal })
    const sent = encode(read)
    expect(JSON.stringify(sent.messages)).toBe(JSON.stringify(request))
    expect(sent).toMatchObject({ losses: [], repairs: [], betas: onDemand })
  })

  it('keeps its signature when it was stored in the form of the AI SDK', () => {
    const part = { type: 'text', text: 'Trees.', ...anthropic({ type: 'compaction', signature: 'c2ln' }) } as const
    const { messages, losses } = encode([{ role: 'assistant', content: [part] }, user])
    expect(messages[0]?.content).toEqual([{ type: 'compaction', content: 'Trees.', signature: 'c2ln' }])
    expect(losses).toEqual([])
  })

  it('is accepted in the first message of the user', () => {
    const request = [{ role: 'user', content: [block, { type: 'text', text: 'Hello' }] }]
    expect(encode(fromAnthropic(request))).toEqual({ messages: request, losses: [], repairs: [], betas: onDemand })
  })

  it('is sent once, if the session contains it as a message as well', () => {
    const { messages, repairs } = encode([
      summary(),
      user,
      ...fromAnthropic([{ role: 'assistant', content: [block] }]),
      user,
    ])
    expect(JSON.stringify(messages).split('"compaction"')).toHaveLength(2)
    expect(messages[0]).toEqual({ role: 'assistant', content: [block] })
    expect(repairs).toContain('summary')
  })

  it.each<[string, readonly Message[], readonly string[]]>([
    [
      'after other messages',
      [user, ...fromAnthropic([{ role: 'assistant', content: [block] }]), user],
      ['summary messages[1].content[0]'],
    ],
    [
      'in a later message of the user',
      [user, answer, ...fromAnthropic([{ role: 'user', content: [block] }])],
      ['summary messages[2].content[0]'],
    ],
    [
      'after a text of its message',
      fromAnthropic([{ role: 'assistant', content: [{ type: 'text', text: 'x' }, block] }, user]),
      ['summary messages[0].content[1]'],
    ],
  ])('is sent as text %s, and retires nothing', (_, messages, losses) => {
    const sent = encode(messages)
    expect(JSON.stringify(sent.messages)).not.toContain('compaction"')
    expect(JSON.stringify(sent.messages)).toContain('Ada plants trees.')
    expect(sent.losses).toEqual(losses)
    expect(sent.betas).toEqual([])
  })

  it.each([block, plain])('cannot be smuggled in by a message of the user, signed or not: %o', (own) => {
    const part = { type: 'text', text: own.content, ...anthropic({ block: own }) } as const
    const { messages } = encode([user, answer, { role: 'user', content: [part] }])
    expect(messages.at(-1)).toEqual({ role: 'user', content: own.content })
  })

  it.each(['claude-haiku-4-5', 'claude-opus-4-5', 'us.anthropic.claude-opus-5-5-v1:0', 'kimi-k3'])(
    'is text for %s',
    (name) => {
      const { messages, losses } = encode([summary(), user], name)
      expect(JSON.stringify(messages)).not.toContain('signature')
      expect(messages[0]?.content).toEqual([
        { type: 'text', text },
        { type: 'text', text: 'Hello' },
      ])
      expect(losses).toEqual(['summary messages[0]'])
    },
  )
})

describe('a summary of a session', () => {
  it('is written as the block that the API signed, before everything else', () => {
    expect(encode([{ role: 'system', content: 'Be kind.' }, summary(), user])).toEqual({
      messages: [{ role: 'assistant', content: [block] }, user],
      losses: [],
      repairs: [],
      betas: onDemand,
    })
  })

  it('precedes an answer that was kept, without a marker between or before them', () => {
    const { messages, repairs } = encode([summary(), answer, user])
    expect(messages[0]).toEqual({ role: 'assistant', content: [block, { type: 'text', text: 'Hi' }] })
    expect(repairs).toEqual(['merged'])
  })

  it('is named by toAnthropicBeta', () => {
    expect(toAnthropicBeta({ messages: [summary(), user] }, { model }).betas).toEqual(onDemand)
    expect(toAnthropicBeta({ messages: [summary(plain), user] }, { model }).betas).toEqual(['compact-2026-01-12'])
  })

  it('is text in every other format', () => {
    const { request, losses } = encodeOpenAIChat({ messages: [summary(), user] }, { model: 'gpt-5' })
    expect(request.messages[0]).toEqual({ role: 'user', content: text })
    expect(losses).toEqual([])
  })

  it('is text if anything precedes it, or the messages before it are shown', () => {
    const first = encode([user, summary(), user])
    expect(JSON.stringify(first.messages)).not.toContain('compaction"')
    expect(first.losses).toEqual(['summary messages[1]'])
    const two = encode([summary(), summary({ ...block, signature: 'b' }, 4), user])
    expect(two.messages[0]).toEqual({ role: 'assistant', content: [block] })
    expect(two.losses).toEqual(['summary messages[1]'])
  })

  it.each<[string, unknown]>([
    ['another block', { type: 'tool_use', id: 'a', name: 'b', input: {} }],
    ['thinking', { type: 'thinking', thinking: 'x', signature: 'y' }],
    ['a text', 'x'],
    ['a list', [block]],
    ['an empty block', { ...block, content: '' }],
    ['a block that failed', { ...block, content: null }],
  ])('is text if its native form is %s', (_, content) => {
    const { messages, losses } = encode([summary(content), user])
    expect(messages[0]?.content).toEqual([
      { type: 'text', text },
      { type: 'text', text: 'Hello' },
    ])
    expect(losses).toEqual(['summary messages[0]'])
  })

  it('throws if only another provider can read it', () => {
    const opaque = { format: 'openai-responses', content: [], opaque: true }
    const messages = [summaryMessage({ start: 0, end: 4, text: 'Not readable.', native: opaque }), user]
    expect(() => encode(messages)).toThrowError(expect.objectContaining({ code: 'WIRE_SUMMARY_OPAQUE' }))
  })
})

it('a request for a summary keeps the last message, and leaves out what the API rejects there', () => {
  const context = {
    messages: [user, { role: 'assistant', content: 'Hi. ' }] as const,
    tools: [{ name: 'look', inputSchema: { type: 'object' } }] as never,
    parameters: {
      stopSequences: ['END'],
      toolChoice: 'required' as const,
      providerOptions: anthropic({
        extra: {
          context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
          output_config: {
            format: { type: 'json_schema', schema: {} },
            task_budget: { type: 'tokens', total: 9, remaining: 3 },
          },
        },
      }).providerOptions as never,
    },
  }
  const { request, betas, losses } = encodeAnthropic(context as never, {
    model: 'claude-opus-4-8',
    compaction: { instructions: 'Short.' },
  })
  expect(request).toEqual({
    model: 'claude-opus-4-8',
    max_tokens: 4096,
    messages: [user, { role: 'assistant', content: 'Hi. ' }],
    tools: [expect.anything()],
    compaction: { type: 'summarize', instructions: 'Short.' },
    output_config: { task_budget: { type: 'tokens', total: 9 } },
  })
  expect(betas).toEqual(onDemand)
  expect(losses.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'parameter'))
})

it('a request with a signed summary has neither threshold compaction nor the rest of a budget', () => {
  const extra = {
    context_management: { edits: [{ type: 'compact_20260112' }] },
    output_config: { effort: 'low', task_budget: { total: 9, remaining: 3 } },
  }
  const parameters = { providerOptions: anthropic({ extra }).providerOptions as never }
  const { losses } = encodedWith({ model }, { messages: [summary(), user], parameters })
  expect(losses).toEqual(['parameter', 'parameter'])
  const { request } = encodeAnthropic({ messages: [summary(), user], parameters }, { model })
  expect(request.output_config).toEqual({ effort: 'low', task_budget: { total: 9 } })
  expect(request).not.toHaveProperty('context_management')
})
