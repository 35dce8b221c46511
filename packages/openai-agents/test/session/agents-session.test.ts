import { isLamellaError } from '@lamella/core'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { type AgentInputItem, MemorySession, type Session } from '@openai/agents'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AgentsSession, agentsSession } from '../../src/index.ts'
import { samples } from '../items/samples.ts'

const scope = { tenant: 'acme', user: 'ada', session: 'chat-1' }
const say = (content: string): AgentInputItem => ({ type: 'message', role: 'user', content })
const call = (callId: string, text: string): Extract<AgentInputItem, { type: 'function_call' }> => ({
  type: 'function_call',
  callId,
  name: 'look',
  arguments: text,
})
const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

function open(sessions: SessionStore = createSessionStore()): AgentsSession {
  return agentsSession({ sessions, scope })
}

describe('agentsSession', () => {
  it('is named after the session in the scope', async () => {
    expect(await open().getSessionId()).toBe('chat-1')
  })

  it('returns the newest items, oldest first', async () => {
    const session = open()
    expect(await session.getItems()).toEqual([])
    await session.addItems([say('a'), say('b')])
    await session.addItems([])
    await session.addItems([say('c')])
    expect(await session.getItems()).toEqual([say('a'), say('b'), say('c')])
    expect(await session.getItems(2)).toEqual([say('b'), say('c')])
    expect(await session.getItems(0)).toEqual([])
  })

  it('takes turns of more items than a function takes arguments', async () => {
    const sessions = createSessionStore()
    const content = Array.from({ length: 130_000 }, (_, number) => {
      return { type: 'tool-call' as const, toolCallId: `call_${number}`, toolName: 'look', input: {} }
    })
    await sessions.append(scope, scope.session, [{ role: 'assistant', content }])
    const found = await open(sessions).getItems()
    expect([found.length, found[0], found.at(-1)]).toMatchObject([
      130_000,
      call('call_0', '{}'),
      call('call_129999', '{}'),
    ])
  })

  it('reads a long session by pages', async () => {
    const session = open()
    const items = Array.from({ length: 350 }, (_, index) => say(`${index}`))
    for (const item of items) await session.addItems([item])
    expect(await session.getItems()).toEqual(items)
    expect(await session.getItems(3)).toEqual(items.slice(-3))
  })

  it('does not count what was popped', async () => {
    const session = open()
    await session.addItems([say('a'), call('1', '{}'), call('2', '{}')])
    expect(await session.popItem()).toEqual(call('2', '{}'))
    expect(await session.getItems()).toEqual([say('a'), call('1', '{}')])
    await session.addItems([say('b')])
    await session.popItem()
    await session.popItem()
    expect(await session.getItems()).toEqual([say('a')])
    await session.popItem()
    expect(await session.popItem()).toBeUndefined()
    expect(await session.getItems()).toEqual([])
  })

  it('deletes everything of a cleared session', async () => {
    const sessions = createSessionStore()
    const session = open(sessions)
    await session.addItems([say('a')])
    await session.popItem()
    await session.clearSession()
    expect(await sessions.info(scope, 'chat-1')).toBeUndefined()
    expect(await session.getItems()).toEqual([])
  })

  it('loses no change of two processes', async () => {
    const sessions = createSessionStore()
    const [one, other] = [open(sessions), open(sessions)]
    await one.addItems([say('a'), say('b'), say('c')])
    const popped = await Promise.all([one.popItem(), other.popItem(), one.addItems([say('d')])])
    const left = await one.getItems()
    const all = [...left, ...popped.slice(0, 2)].map((item) => (item as { content: string }).content)
    expect(all.toSorted()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('keeps sessions of tenants apart', async () => {
    const sessions = createSessionStore()
    const [acme, other] = ['acme', 'other'].map((tenant) =>
      agentsSession({ sessions, scope: { tenant, session: 'x' } }),
    )
    await Promise.all([acme?.addItems([say('a')]), other?.addItems([say('b')])])
    expect(await acme?.getItems()).toEqual([say('a')])
    await acme?.clearSession()
    expect(await other?.getItems()).toEqual([say('b')])
  })

  it('rejects a scope without a session, and one without a tenant', async () => {
    expect(() => agentsSession({ sessions: createSessionStore(), scope: { tenant: 'acme' } as never })).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID' }),
    )
    const session = agentsSession({ sessions: createSessionStore(), scope: { session: 'x' } as never })
    await expect(session.getItems()).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
  })
})

describe('changes that are applied at once', () => {
  const replace = (expectedSuffix: AgentInputItem[], replacement: AgentInputItem[]) =>
    ({ type: 'replace_suffix', expectedSuffix, replacement }) as const

  it('applies an operation once', async () => {
    const session = open()
    const append = { operationId: 'op-1', transaction: { type: 'append_items' as const, items: [say('a')] } }
    await session.applyHistoryTransaction(append)
    await session.addItems([say('b')])
    await session.applyHistoryTransaction(append)
    expect(await session.getItems()).toEqual([say('a'), say('b')])
    const change = { operationId: 'op-2', transaction: replace([say('b')], [say('c'), say('d')]) }
    await session.applyHistoryTransaction(change)
    await session.applyHistoryTransaction(change)
    expect(await session.getItems()).toEqual([say('a'), say('c'), say('d')])
  })

  it('rejects another transaction with the id of an operation', async () => {
    const session = open()
    await session.applyHistoryTransaction({ operationId: 'op', transaction: replace([], [say('a')]) })
    for (const transaction of [
      replace([], [say('b')]),
      replace([say('a')], [say('a')]),
      { type: 'append_items' as const, items: [say('a')] },
    ]) {
      await expect(session.applyHistoryTransaction({ operationId: 'op', transaction })).rejects.toSatisfy((error) =>
        isLamellaError(error, 'STORE_VALUE_INVALID'),
      )
    }
    expect(await session.getItems()).toEqual([say('a')])
  })

  it('rejects an end that the session does not have', async () => {
    const session = open()
    await session.addItems([say('a')])
    const transaction = replace([say('b')], [])
    await expect(session.applyHistoryTransaction({ operationId: 'op', transaction })).rejects.toMatchObject({
      code: 'AGENTS_SESSION_CHANGED',
      details: { session: 'chat-1' },
    })
    // The id was not used up.
    await session.applyHistoryTransaction({ operationId: 'op', transaction: replace([say('a')], []) })
    expect(await session.getItems()).toEqual([])
  })

  it('behaves as the session of the SDK, whatever is done in whatever order', async () => {
    const items = fc.array(fc.constantFrom(...samples, say('a'), say('b')), { maxLength: 3 })
    const id = fc.constantFrom('1', '2', '3')
    const mutation = fc.record({
      type: fc.constant('replace_function_call'),
      callId: fc.constantFrom('call_1', 'call_2'),
    })
    const step = fc.oneof(
      items.map((added) => (session: AgentsSession) => session.addItems(added)),
      fc.constant((session: AgentsSession) => session.popItem()),
      fc.constant((session: AgentsSession) => session.clearSession()),
      fc.nat(4).map((limit) => (session: AgentsSession) => session.getItems(limit)),
      mutation.map((made) => (session: AgentsSession) => {
        const replacement = call(made.callId, '{"new":true}')
        return session.applyHistoryMutations({ mutations: [{ ...made, type: 'replace_function_call', replacement }] })
      }),
      fc.tuple(id, items).map(([operationId, added]) => (session: AgentsSession) => {
        return session.applyHistoryTransaction({ operationId, transaction: { type: 'append_items', items: added } })
      }),
      fc.tuple(id, fc.nat(2), items).map(([operationId, size, replacement]) => async (session: AgentsSession) => {
        const expectedSuffix = size === 0 ? [] : await session.getItems(size)
        const transaction = { type: 'replace_suffix', expectedSuffix, replacement } as const
        return session.applyHistoryTransaction({ operationId, transaction })
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const ours = open()
        const theirs = new MemorySession() as Session as AgentsSession
        for (const one of steps) {
          const [result, expected] = await Promise.allSettled([one(ours), one(theirs)])
          expect(result.status).toBe(expected.status)
          if (result.status === 'fulfilled' && expected.status === 'fulfilled') {
            expect(result.value ?? null).toEqual(json(expected.value ?? null))
          }
          expect(await ours.getItems()).toEqual(json(await theirs.getItems()))
        }
      }),
    )
  })
})
