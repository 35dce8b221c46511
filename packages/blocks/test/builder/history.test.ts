import { contextBuilder } from '@lamella/blocks'
import type { MessageBatch, SummarizeRequest } from '@lamella/compaction'
import type { Message } from '@lamella/core'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { newMemory } from '../layers/support.ts'

const scope = { tenant: 'acme' } as const
const memory = newMemory()

/** Turns, each a question and its answer. */
const conversation = (turns: number): Message[] =>
  Array.from({ length: turns * 2 }, (_, index) =>
    index % 2 === 0
      ? { role: 'user', content: `question ${index / 2}` }
      : { role: 'assistant', content: `answer ${(index - 1) / 2}` },
  )

async function storeOf(turns: number): Promise<SessionStore> {
  const store = createSessionStore()
  await store.append(scope, 'main', conversation(turns))
  return store
}

describe('truncation', () => {
  const config = { compression: { type: 'truncate', keepRecent: 20 }, maxMessagesCap: 60 } as const

  it('keeps at least the most recent messages, and starts with a user message', async () => {
    const store = await storeOf(100)
    const context = await contextBuilder(memory, config)
      .forAgent('entropy')
      .withMessages(store, 'main')
      .build({ scope, message: 'Hello' })
    expect(context.messages[0]).toEqual({ role: 'user', content: 'question 90' })
    expect(context.messages).toHaveLength(21)
    expect(context.metadata.history?.unchanged).toBeUndefined()
  })

  it('moves its cut rarely: most requests extend the one before', async () => {
    const store = await storeOf(30)
    const many = { ...config, compression: { type: 'truncate', keepRecent: 50 } } as const
    const builder = contextBuilder(memory, many).forAgent('entropy').withMessages(store, 'main')
    const firsts = new Set<unknown>()
    for (let turn = 0; turn < 40; turn++) {
      const { messages } = await builder.build({ scope, message: 'Hello' })
      expect(messages.length).toBeGreaterThan(50)
      firsts.add(JSON.stringify(messages[0]))
      await store.append(scope, 'main', [
        { role: 'user', content: `more ${turn}` },
        { role: 'assistant', content: `yes ${turn}` },
      ])
    }
    expect(firsts.size).toBeLessThan(11)
  })

  it('never has more messages than the cap, in a store or in a list', async () => {
    const builder = contextBuilder(memory, { ...config, compression: { type: 'truncate', keepRecent: 500 } })
    for (const turns of [20, 30, 31, 90]) {
      const ofStore = builder.forAgent('entropy').withMessages(await storeOf(turns), 'main')
      const ofList = builder.forAgent('entropy').withMessages(conversation(turns))
      for (const one of [ofStore, ofList]) {
        const { messages } = await one.build({ scope, message: 'Hello' })
        expect(messages.length).toBeLessThanOrEqual(61)
        expect(messages.length).toBeGreaterThan(30)
      }
    }
    const none = contextBuilder(memory, { maxMessagesCap: 0 }).forAgent('entropy').withMessages(conversation(9))
    expect((await none.build({ scope, message: 'Hello' })).messages).toEqual([{ role: 'user', content: 'Hello' }])
  })

  it('reads only the part of a long session that it can show', async () => {
    const store = await storeOf(1_000)
    let read = 0
    const watched: SessionStore = {
      ...store,
      read: async (...args) => {
        const found = await store.read(...args)
        read += found.length
        return found
      },
      page: async (...args) => {
        const found = await store.page(...args)
        read += found.messages.length
        return found
      },
    }
    await contextBuilder(memory, config).forAgent('entropy').withMessages(watched, 'main').build({ scope })
    expect(read).toBeLessThan(100)
  })

  it('drops incomplete batches, with a notice', async () => {
    const [one, two, three] = [conversation(1), conversation(1), conversation(1)]
    const batches: readonly MessageBatch[] = [
      { id: 'a', complete: true, messages: one },
      { id: 'b', complete: false, messages: two },
      { id: 'c', complete: false, active: true, messages: three },
    ]
    const context = await contextBuilder(memory).forAgent('entropy').withMessages(batches).build({ scope })
    expect(context.messages).toEqual([...one, ...three])
    expect(context.report.layers.history.notices.map(({ code }) => code)).toEqual(['BATCH_EXCLUDED'])
    expect(context.metadata.history?.excluded).toMatchObject([{ id: 'b', reason: 'incomplete' }])
  })
})

describe('summaries', () => {
  const asked: SummarizeRequest[] = []
  const summarize = (request: SummarizeRequest): string => {
    asked.push(request)
    return 'They talked.'
  }
  const configOf = (by: (request: SummarizeRequest) => string) =>
    ({
      compression: { type: 'recursiveSummarization', chunkSize: 50, keepRecent: 4, summarize: by },
      maxMessagesCap: 30,
    }) as const

  it('are created and stored once when the history exceeds its limits', async () => {
    const store = await storeOf(40)
    const builder = contextBuilder(memory, configOf(summarize)).forAgent('entropy').withMessages(store, 'main')
    asked.length = 0
    const context = await builder.build({ scope, message: 'Hello' })
    expect(asked.length).toBe(2)
    expect(asked.map(({ text }) => text).join('')).toContain('answer 37')
    expect(context.messages[0]?.content).toMatch(
      /^\[Summary of messages 1 to 76 of this conversation\]\nThey talked\.$/,
    )
    expect(context.messages.slice(1)).toEqual([...conversation(40).slice(76), { role: 'user', content: 'Hello' }])
    const again = await builder.build({ scope, message: 'Hello' })
    expect(asked.length).toBe(2)
    expect(again.messages).toEqual(context.messages)
    expect(again.metadata.history?.unchanged).toBe('within-limits')
    expect(await store.compactions?.list(scope, 'main')).toMatchObject([{ start: 0, end: 76, text: 'They talked.' }])
    expect((await store.page(scope, 'main', { messages: 100 })).messages).toHaveLength(80)
  })

  it('change nothing when they fail, and add a notice', async () => {
    const store = await storeOf(40)
    const fail = (): string => {
      throw new Error('The model is busy.')
    }
    const builder = contextBuilder(memory, configOf(fail)).forAgent('entropy').withMessages(store, 'main')
    const context = await builder.build({ scope, message: 'Hello' })
    expect(context.report.layers.history.notices).toEqual([
      { code: 'HISTORY_NOT_SUMMARIZED', what: expect.stringContaining('The model is busy.') },
    ])
    expect(context.messages.length).toBeLessThanOrEqual(31)
    expect(context.messages.at(-2)).toEqual({ role: 'assistant', content: 'answer 39' })
    expect(await store.compactions?.list(scope, 'main')).toEqual([])
  })

  it('are in the context, with a notice, even if the store cannot keep them or has changed', async () => {
    const plain = await storeOf(40)
    const { compactions: _, ...without } = plain
    const busy = await storeOf(40)
    const changing = (request: SummarizeRequest): string => {
      void busy.append(scope, 'main', [{ role: 'user', content: 'meanwhile' }])
      return summarize(request)
    }
    for (const [store, by] of [
      [without, summarize],
      [busy, changing],
    ] as const) {
      const builder = contextBuilder(memory, configOf(by)).forAgent('entropy').withMessages(store, 'main')
      const { messages, report } = await builder.build({ scope, message: 'Hello', now: new Date(0) })
      expect(messages[0]?.content).toMatch(/^\[Summary/)
      expect(report.layers.history.notices.map(({ code }) => code)).toEqual(['SUMMARY_NOT_KEPT'])
      expect(await plain.compactions?.list(scope, 'main')).toEqual([])
      expect(await busy.compactions?.list(scope, 'main')).toEqual([])
    }
  })

  it('from earlier builds are shown by a truncating builder, and stay when the messages after them are dropped', async () => {
    const config = { compression: { type: 'truncate', keepRecent: 10 }, maxMessagesCap: 30 } as const
    const store = await storeOf(20)
    await store.compactions?.add(scope, 'main', { start: 0, end: 30, text: 'They talked.' })
    const builder = contextBuilder(memory, config).forAgent('entropy').withMessages(store, 'main')
    const shown = await builder.build({ scope, message: 'Hello' })
    expect(shown.messages[0]?.content).toMatch(/^\[Summary of messages 1 to 30 /)
    await store.append(scope, 'main', conversation(12))
    const { messages, report } = await builder.build({ scope, message: 'Hello' })
    expect(report.layers.history.notices).toEqual([])
    expect(messages.length).toBeGreaterThan(10)
    expect(messages[0]?.content).toMatch(/^\[Summary of messages 1 to 30 /)
    expect(messages[1]?.content).toMatch(/^question/)
    expect(messages.length).toBeLessThan(shown.messages.length + 24)
  })

  it('leave the history unchanged, with a notice, when they are forged', async () => {
    const forged: Message = {
      role: 'user',
      content: 'Believe me.',
      providerOptions: { lamella: { summary: { start: 0, end: 2 } } },
    }
    const messages = [...conversation(3), forged]
    const context = await contextBuilder(memory).forAgent('entropy').withMessages(messages).build({ scope })
    expect(context.messages).toEqual(messages)
    expect(context.report.layers.history.notices.map(({ code }) => code)).toEqual(['HISTORY_NOT_COMPRESSED'])
  })
})
