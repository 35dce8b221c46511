import type { CompactionStrategy } from '@lamella/core/plugin'
import { observeCompaction, observeMemory, observeSessions } from '@lamella/opentelemetry'
import { openRun } from '@lamella/runs'
import { createMemoryStore, createSessionStore } from '@lamella/store/memory'
import { context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAgent, never, ranker, scope, turn } from './support/agent.ts'
import { listen } from './support/exported.ts'

beforeEach(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable()))
afterEach(() => context.disable())

const request = { context: { system: [], messages: [] }, messages: turn, maxOutputTokens: 100, signal: never }

describe('observeSessions', () => {
  it('makes spans of appends, searches and saved compactions', async () => {
    const seen = listen()
    const { sessions } = createAgent(seen.options)
    await sessions.append(scope, 'chat-1', turn, { operation: 'job-1' })
    await sessions.append(scope, 'chat-1', turn, { operation: 'job-1' })
    await sessions.search?.(scope, { query: 'tea', limit: 3 }, 'chat-1')
    await sessions.compactions?.add(scope, 'chat-1', { start: 0, end: 4, text: 'About tea.' })
    const chat = { 'gen_ai.data_source.id': 'chats', 'gen_ai.conversation.id': 'chat-1' }
    const append = { ...chat, 'gen_ai.operation.name': 'append_messages', 'lamella.messages': 4 }
    expect(seen.spans().map(({ name, attributes }) => [name, attributes])).toEqual([
      ['append_messages chats', { ...append, 'lamella.append.repeated': false }],
      ['append_messages chats', { ...append, 'lamella.append.repeated': true }],
      ['retrieval chats', { ...chat, 'gen_ai.operation.name': 'retrieval', 'gen_ai.retrieval.top_k': 3 }],
      ['save_compaction chats', { ...chat, 'gen_ai.operation.name': 'save_compaction', 'lamella.messages': 4 }],
    ])
    const durations = await seen.points('lamella.operation.duration')
    expect(durations.map(({ attributes, count }) => [attributes, count])).toEqual([
      [{ 'gen_ai.operation.name': 'append_messages' }, 2],
      [{ 'gen_ai.operation.name': 'retrieval' }, 1],
      [{ 'gen_ai.operation.name': 'save_compaction' }, 1],
    ])
  })

  it('names the conversation of each build of a run', async () => {
    const seen = listen()
    const { builder, sessions } = createAgent(seen.options)
    const run = await openRun(builder, { sessions, scope, id: 'chat-1' })
    await run.next({ message: 'Hello' })
    await run.append({ role: 'assistant', content: 'Hi.' })
    expect(seen.span('build_context some-model').attributes['gen_ai.conversation.id']).toBe('chat-1')
    expect(seen.span('append_messages chats').attributes['lamella.messages']).toBe(2)
  })

  it('records the code of an error and throws it on', async () => {
    const seen = listen()
    const { sessions } = createAgent(seen.options)
    const append = sessions.append(scope, 'chat-1', turn, { expectedRevision: 7 })
    await expect(append).rejects.toMatchObject({ code: 'SESSION_CONFLICT' })
    expect(seen.span('append_messages chats')).toMatchObject({
      failed: true,
      attributes: { 'error.type': 'SESSION_CONFLICT' },
    })
  })

  it('keeps what the store can do, and what it cannot', async () => {
    class Store {
      readonly #length = 5
      readonly spec = 1
      info = undefined
      append(): Promise<number> {
        return Promise.resolve(this.#length)
      }
      get size(): number {
        return this.#length
      }
    }
    const store = observeSessions(new Store() as never) as unknown as Store & { search?: unknown; info: unknown }
    expect(await store.append()).toBe(5)
    expect(store.size).toBe(5)
    expect(store.spec).toBe(1)
    expect('search' in store).toBe(false)
    expect(Object.keys(store)).not.toContain('constructor')
  })

  it('passes on calls that make no sense, for the store to refuse', async () => {
    const store = observeSessions(createSessionStore(), listen().options)
    await expect(store.append(scope, 'chat', undefined as never)).rejects.toThrow()
    await expect(store.compactions?.add(scope, 'chat', undefined as never)).rejects.toThrow()
  })
})

describe('observeMemory', () => {
  it('makes spans by the conventions for memory', async () => {
    const seen = listen()
    const memories = observeMemory(createMemoryStore({ ranker }), { ...seen.options, store: 'notes' })
    await memories.put(scope, { id: 'm1', text: 'Likes tea.' })
    await memories.search?.(scope, { query: 'tea' })
    await memories.delete(scope, 'm1')
    await memories.erase?.(scope)
    const store = { 'gen_ai.memory.store.id': 'notes' }
    const one = { ...store, 'gen_ai.memory.record.id': 'm1', 'gen_ai.memory.record.count': 1 }
    expect(seen.spans().map(({ name, attributes }) => [name, attributes])).toEqual([
      ['upsert_memory', { ...one, 'gen_ai.operation.name': 'upsert_memory' }],
      ['search_memory', { ...store, 'gen_ai.operation.name': 'search_memory', 'gen_ai.memory.record.count': 1 }],
      ['delete_memory', { ...one, 'gen_ai.operation.name': 'delete_memory' }],
      ['delete_memory', { ...store, 'gen_ai.operation.name': 'delete_memory', 'gen_ai.memory.record.count': 0 }],
    ])
  })
})

describe('observeCompaction', () => {
  it('makes a span around the model and counts each attempt', async () => {
    const seen = listen()
    const tracer = seen.options.tracerProvider.getTracer('model')
    const { strategy } = createAgent(seen.options, async () => {
      tracer.startSpan('chat').end()
      return { text: 'About tea.' }
    })
    await strategy.compact({ ...request, model: 'some-model' })
    expect(seen.span('chat').parent).toBe('compact_messages own')
    expect(seen.span('compact_messages own').attributes).toEqual({
      'gen_ai.operation.name': 'compact_messages',
      'gen_ai.request.model': 'some-model',
      'lamella.compaction.strategy': 'own',
      'lamella.messages': 4,
    })
    expect(await seen.points('lamella.compactions')).toMatchObject([
      { sum: 1, attributes: { 'lamella.compaction.strategy': 'own', 'gen_ai.request.model': 'some-model' } },
    ])
  })

  it('counts failures by their kind', async () => {
    const seen = listen()
    const thrown = [
      new RangeError('SECRET'),
      Object.assign(new Error('x'), { name: 'SECRET text of a user' }),
      undefined,
    ]
    const strategy = observeCompaction<CompactionStrategy>(
      { name: 'own', compact: (): Promise<never> => Promise.reject(thrown.shift()) },
      seen.options,
    )
    for (const error of [...thrown]) {
      await expect(strategy.compact(request)).rejects.toBe(error)
    }
    const failures = await seen.points('lamella.compactions')
    expect(failures.map(({ attributes, sum }) => [attributes['error.type'], sum])).toEqual([
      ['RangeError', 1],
      ['_OTHER', 1],
      ['Error', 1],
    ])
    expect(await seen.text()).not.toContain('SECRET')
  })
})

it('refuses what is not a store or a strategy, such as a store that was not awaited', () => {
  for (const target of [undefined, {}, Promise.resolve(createSessionStore())])
    for (const observe of [observeSessions, observeMemory, observeCompaction] as ((given: unknown) => unknown)[])
      expect(() => observe(target)).toThrow('OPTION_INVALID')
})
