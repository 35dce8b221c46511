import type { Context } from '@lamella/core'
import { type AssembleRequest, createAdapter } from '@lamella/host'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../../core/test/support/layers.ts'
import { talk, user } from '../../runs/test/support/runs.ts'

const context = await talk().build({ scope, message: 'Hi' })

describe('an adapter with an assembler', () => {
  it('appends what is new and asks for the next request of the session', async () => {
    const sessions = createSessionStore()
    const asked: (AssembleRequest | undefined)[] = []
    const assemble = async (_session: string, _agent?: string, options?: AssembleRequest): Promise<Context> => {
      asked.push(options)
      return context
    }
    const adapter = createAdapter('test', { assembler: { assemble }, sessions })
    const request = { scope, session: 's', system: ['Be kind.'], tools: [{ name: 'look', inputSchema: {} }] }
    for (const text of ['One', 'Two']) {
      const { answered } = await adapter.next({ ...request, messages: [user(text)] })
      await answered([{ role: 'assistant', content: text }])
    }
    expect(asked.map((one) => one?.message)).toEqual([user('One'), user('Two')])
    expect(asked[0]).toMatchObject({ additionalSystemPrompt: 'Be kind.', additionalTools: request.tools, scope })
    expect((await sessions.info(scope, 's'))?.length).toBe(4)
    await expect(adapter.next({ scope, messages: [user('One')] })).rejects.toMatchObject({ code: 'REQUEST_INVALID' })
  })
})

describe('the observer of an adapter', () => {
  it('receives the events of each build, besides that of the builder', async () => {
    const events: string[] = []
    const builder = talk().observe(({ type }) => events.push(`own ${type}`))
    const adapter = createAdapter('test', { builder, observe: ({ type }) => events.push(type) })
    await adapter.next({ scope, messages: [user('One')] })
    await adapter.next({ scope, messages: [user('Two')] })
    expect(events).toEqual(['own built', 'built', 'own built', 'built'])
  })
})

describe('the options of an adapter', () => {
  const sessions = createSessionStore()
  const assembler = { assemble: async () => context }
  it.each([
    ['neither builder nor assembler', {}],
    ['both', { builder: talk(), assembler, sessions }],
    ['an assembler without sessions', { assembler }],
    ['an assembler whose conversation is in the host', { assembler, sessions, history: 'host' as const }],
    ['a store that keeps no runs', { builder: talk(), sessions: { ...sessions, runs: undefined } as never }],
    ['an observer that is neither a function nor a tracer', { builder: talk(), observe: {} as never }],
    ['an observer of an assembler, which has its own', { assembler, sessions, observe: () => {} }],
    ['a misspelled option', { builder: talk(), session: sessions } as never],
  ])('are rejected: %s', (_, options) => {
    expect(() => createAdapter('lamella', options)).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
  })
})
