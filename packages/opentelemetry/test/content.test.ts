import type { Message } from '@lamella/core'
import { context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { attributes } from './fixtures/conventions.ts'
import { type Agent, createAgent, never, scope, secrets, turn } from './support/agent.ts'
import { type Listening, listen } from './support/exported.ts'

beforeEach(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()))
afterEach(() => context.disable())

/** Does everything that is observed, with secrets everywhere, and lets some of it fail. */
async function doEverything({ builder, sessions, memories, strategy }: Agent): Promise<void> {
  await memories.put(scope, { id: 'm1', text: secrets.memory })
  await sessions.append(scope, 'chat-1', turn)
  await sessions.search?.(scope, { query: secrets.question })
  await builder.build({ scope, session: [...turn], message: secrets.question })
  await builder
    .budget({ window: 30, reserve: 0 })
    .build({ scope, message: secrets.question })
    .catch(() => {})
  await strategy
    .compact({ context: { system: [], messages: [] }, messages: turn, maxOutputTokens: 9, signal: never })
    .catch(() => {})
}

async function exported(content: boolean): Promise<Listening> {
  const seen = listen()
  const fails = (): Promise<never> => Promise.reject(new Error(secrets.error))
  await doEverything(createAgent({ ...seen.options, content }, fails))
  return seen
}

describe('texts', () => {
  it('are in no span and no metric', async () => {
    const seen = await exported(false)
    expect(seen.spans().length).toBeGreaterThan(10)
    expect(await seen.text()).not.toContain('SECRET')
    const recorded = seen.spans().flatMap((span) => Object.keys(span.attributes))
    expect(recorded.filter((key) => attributes[key]?.optIn)).toEqual([])
  })

  it('are in spans if they are asked for, but never in metrics', async () => {
    const seen = await exported(true)
    const text = await seen.text()
    for (const key of ['system', 'memory', 'question', 'answer', 'argument', 'error'] as const) {
      expect(text).toContain(secrets[key])
    }
    expect(JSON.stringify(await seen.points())).not.toContain('SECRET')
    expect(seen.span('compact_messages own').message).toContain(secrets.error)
  })

  it('that cannot be JSON cost a span nothing else', async () => {
    const seen = listen()
    const { builder } = createAgent({ ...seen.options, content: true })
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { at: 1n } } as const
    const output = { type: 'text', value: 'Here.' } as const
    const session: Message[] = [
      { role: 'user', content: 'Look' },
      { role: 'assistant', content: [call] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'look', output }] },
    ]
    await builder.build({ scope, session, message: 'Hello' })
    const recorded = seen.span('build_context some-model').attributes
    expect(recorded).toMatchObject({ 'lamella.truncated': false })
    expect(recorded).not.toHaveProperty('gen_ai.input.messages')
  })

  it('have the form of the conventions', async () => {
    const seen = listen()
    const messages: Message[] = [
      ...turn,
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image', image: new Uint8Array([1, 2, 3]), mediaType: 'image/png' },
        ],
      },
      { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }] },
    ]
    const { builder } = createAgent({ ...seen.options, content: true })
    await builder.build({ scope, session: messages, message: 'Hello' })
    const recorded = seen.span('build_context some-model').attributes
    expect(JSON.parse(String(recorded['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: secrets.question }] },
      {
        role: 'assistant',
        parts: [{ type: 'tool_call', id: 'c1', name: 'look', arguments: { at: secrets.argument } }],
      },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: secrets.answer }] },
      { role: 'assistant', parts: [{ type: 'text', content: secrets.answer }] },
      {
        role: 'user',
        parts: [
          { type: 'text', content: 'See' },
          { type: 'generic', generic_type: 'image', media_type: 'image/png' },
        ],
      },
      { role: 'assistant', parts: [{ type: 'reasoning', content: 'Hm.' }] },
      { role: 'user', parts: [{ type: 'text', content: 'Hello' }] },
    ])
    expect(JSON.parse(String(recorded['gen_ai.system_instructions']))[0]).toEqual({
      type: 'text',
      content: expect.stringContaining(secrets.system),
    })
  })
})
