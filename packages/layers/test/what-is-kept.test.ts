import { type BuildEvent, type Context, createContext, type Message } from '@lamella/core'
import { explain } from '@lamella/core/plan'
import { summaryMessage } from '@lamella/core/plugin'
import { history, memory, message, standardLayers, trimMessages } from '@lamella/layers'
import { openSession } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme', kind: 'private' } as const
const fourLetters = { name: 'four-letters', exact: true, count: (text: string) => Math.ceil(text.length / 4) }
const talk = (turns: number, size: number): readonly Message[] =>
  Array.from({ length: turns }, (_, turn): readonly Message[] => [
    { role: 'user', content: `Question ${turn}?` },
    { role: 'assistant', content: `Answer ${turn}. `.padEnd(size, 'x') },
  ]).flat()
const entries = Array.from({ length: 12 }, (_, index) => ({
  id: `e${index}`,
  text: `${index}: Ada likes tea. `.repeat(9),
}))
const names = (context: Context): readonly string[] =>
  context.report.rows.map(({ layer, fragment, action }) => `${layer}/${fragment} ${action}`)

describe('memory next to a history with one large page', () => {
  it('is whole if only the page is too large, in each cut mode', async () => {
    for (const cut of ['pages', 'turns', 'messages'] as const) {
      const context = await createContext()
        .tokenizer(fourLetters)
        .use(standardLayers({ memory: { source: { entries: () => ({ entries }) } }, history: { cut } }))
        .budget({ window: 2_350, reserve: 0 })
        .build({ scope, session: talk(1, 9_000).concat(talk(1, 40)), message: 'What do I drink?' })
      expect(context.report.truncated).toBe(true)
      expect(names(context).filter((name) => name.startsWith('memory'))).toEqual([])
      expect(context.report.tokens.free).toBeLessThanOrEqual(235)
    }
  })
})

describe('a summary of older messages', () => {
  const summary = summaryMessage({ start: 0, end: 40, text: 'Ada likes tea.' })
  const session = [summary, ...talk(40, 400)]

  it('stays while the messages after it are dropped, in each cut mode, however far back it is', async () => {
    for (const cut of ['pages', 'turns', 'messages'] as const) {
      for (const maxMessages of [10, Number.POSITIVE_INFINITY]) {
        for (const window of [400, 1_000, 4_000]) {
          const builder = createContext()
            .tokenizer(fourLetters)
            .use([history({ cut, maxMessages }), message()])
          const { messages, report } = await builder
            .budget({ window, reserve: 0 })
            .build({ scope, session, message: 'Now?' })
          expect(messages[0]).toEqual(summary)
          expect(messages.length).toBeLessThan(session.length)
          const { fragments, omitted } = report.layers.history
          expect(fragments + (omitted[0]?.count ?? 0)).toBe(session.length)
        }
      }
    }
  })

  it('is found in a stored session without reading the messages in between', async () => {
    const store = createSessionStore()
    await store.append(scope, 's', talk(400, 400))
    await store.compactions?.add(scope, 's', { start: 0, end: 200, text: 'Ada likes tea.' })
    const opened = await openSession(store, scope, 's')
    const reads: number[] = []
    const watched = {
      ...opened,
      read: (start: number, end: number, request: { readonly signal: AbortSignal }) => {
        reads.push(start)
        return opened.read(start, end, request)
      },
    }
    const builder = createContext().tokenizer(fourLetters).use([history(), message()])
    const { messages } = await builder
      .budget({ window: 2_000, reserve: 0 })
      .build({ scope, session: watched, message: '?' })
    expect(messages[0]).toEqual(summaryMessage({ start: 0, end: 200, text: 'Ada likes tea.' }))
    expect(Math.min(...reads)).toBeGreaterThan(400)
  })

  it('ends the build with an overflow that names it if it does not fit on its own', async () => {
    const large = summaryMessage({ start: 0, end: 40, text: 'x'.repeat(8_000) })
    const builder = createContext().tokenizer(fourLetters).use([history(), message()])
    const building = builder.budget({ window: 1_000, reserve: 0 }).build({ scope, session: [large], message: 'Now?' })
    await expect(building).rejects.toMatchObject({
      code: 'CONTEXT_OVERFLOW',
      details: { largest: [{ layer: 'history', fragment: 'm0' }, {}] },
    })
  })

  it('stays when a conversation is trimmed', () => {
    const { messages } = trimMessages(session, { window: 2_000, count: ({ content }) => content.length })
    expect(messages[0]).toEqual(summary)
  })
})

describe('the question of a turn', () => {
  const turn: readonly Message[] = [
    { role: 'user', content: 'Where does Bo live?' },
    { role: 'assistant', content: 'In Kiel.' },
    { role: 'user', content: [{ type: 'text', text: 'What does Ada drink?' }] },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: 'tea' } }],
    },
  ]

  it('is its last user message in the middle of tool calls, both for the ranker and for a source that searches', async () => {
    const asked: string[] = []
    const source = {
      entries: (_: unknown, { query = '' }: { readonly query?: string }) => {
        asked.push(query)
        return { entries }
      },
    }
    const ranker = {
      name: 'recording',
      rank: (query: string, documents: readonly unknown[]) => {
        asked.push(query)
        return documents.map(() => 1)
      },
    }
    let reads = 0
    const session = {
      length: turn.length,
      read: (start: number, end: number) => {
        reads++
        return turn.slice(start, end)
      },
    }
    await createContext()
      .use([memory({ source, ranker }), history()])
      .budget({ window: 8_000, reserve: 0 })
      .build({ scope, session })
    expect(asked).toEqual(['What does Ada drink?', 'What does Ada drink?'])
    expect(reads).toBe(1)
  })

  it("is the user's, not a summary, and empty if there is no user message", async () => {
    const asked: string[] = []
    const source = { entries: (_: unknown, { query = '' }) => ({ entries: asked.push(query) ? [] : [] }) }
    const builder = createContext()
      .use([memory({ source }), history()])
      .budget({ window: 8_000, reserve: 0 })
    await builder.build({ scope, session: [...turn.slice(0, 2), summaryMessage({ start: 2, end: 9, text: 'Tea.' })] })
    await builder.build({ scope })
    expect(asked).toEqual(['Where does Bo live?', ''])
  })
})

describe('messages of a history that did not fit the window', () => {
  it('count as truncated, fire the event, and are explained', async () => {
    const events: BuildEvent[] = []
    const context = await createContext()
      .tokenizer(fourLetters)
      .observe((event) => events.push(event))
      .use([history(), message()])
      .budget({ window: 4_000, reserve: 0 })
      .build({ scope, session: talk(40, 1_100), message: 'Now?' })
    const { truncated, layers, rows } = context.report
    const { omitted, dropped, kept } = layers.history
    expect(truncated).toBe(true)
    expect(omitted).toEqual([{ count: expect.any(Number), reason: 'older than the window can hold', cause: 'window' }])
    expect(kept + dropped + (omitted[0]?.count ?? 0)).toBe(80)
    expect(rows.filter(({ action }) => action === 'dropped')).toHaveLength(dropped)
    expect(events).toContainEqual(expect.objectContaining({ type: 'truncated', dropped, omitted: omitted[0]?.count }))
    expect(explain(context.report)).toContain('older than the window can hold')
  })

  it('are not limited by count unless a limit is set', async () => {
    const build = (layer: ReturnType<typeof history>): Promise<Context> =>
      createContext()
        .use(layer)
        .budget({ window: 1_000_000, reserve: 0 })
        .build({ scope, session: talk(60, 40) })
    expect((await build(history())).messages).toHaveLength(120)
    const limited = await build(history({ maxMessages: 50 }))
    expect(limited.messages).toHaveLength(50)
    expect(limited.report.truncated).toBe(false)
    expect(limited.report.layers['history']?.omitted).toMatchObject([{ cause: 'limit' }])
  })
})
