import { type Context, createContext, isLamellaError, type Message } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { createSession } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyTurns, conversation, countingSession, turns } from '../support/conversations.ts'
import { toolProblems } from '../support/tool-problems.ts'

const scope = { tenant: 'acme' }
const base = createContext().tokenizer(charTokenizer)
const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 400) }
const windows = fc.integer({ min: 60, max: 3_000 })

interface Given {
  readonly session: readonly Message[]
  readonly window: number
  readonly text?: string
  readonly options?: Parameters<typeof history>[0]
}

async function build({ session, window, text, options }: Given): Promise<Context | undefined> {
  const builder = base.use([history(options), message()]).budget({ window, reserve: 0 })
  try {
    return await builder.build({ scope, session, ...(text === undefined ? {} : { message: text }) })
  } catch (error) {
    if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return undefined
    throw error
  }
}

describe('history', () => {
  it('keeps roles, tool calls and results unchanged when everything fits', async () => {
    await fc.assert(
      fc.asyncProperty(turns, async (list) => {
        const session = conversation(list)
        const context = await build({ session, window: 1_000_000, text: 'now', options: { maxMessages: 500 } })
        expect(context?.messages).toEqual([...session, { role: 'user', content: 'now' }])
      }),
      runs,
    )
  })

  it('begins with a user message wherever it is cut, with calls and results whole', async () => {
    await fc.assert(
      fc.asyncProperty(anyTurns, windows, fc.boolean(), async (list, window, loop) => {
        const session = conversation(list)
        const context = await build(loop ? { session, window } : { session, window, text: 'now' })
        if (!context) return
        if (context.messages.length > 0) expect(context.messages[0]?.role).toBe('user')
        expect(toolProblems(context.messages)).toEqual([])
      }),
      runs,
    )
  })

  it('always keeps the newest user message in the middle of a loop, or reports that it does not fit', async () => {
    await fc.assert(
      fc.asyncProperty(anyTurns, windows, async (list, window) => {
        const session = conversation(list)
        const newest = session.findLast((one) => one.role === 'user')
        const context = await build({ session, window })
        if (context && newest) expect(context.messages).toContainEqual(newest)
      }),
      runs,
    )
  })

  it('keeps at most `maxMessages` messages, including the opening message, and cuts at a page', async () => {
    await fc.assert(
      fc.asyncProperty(turns, fc.integer({ min: 1, max: 60 }), async (list, maxMessages) => {
        const session = conversation(list)
        const context = await build({ session, window: 1_000_000, text: 'now', options: { maxMessages } })
        expect((context?.messages.length ?? 0) - 1).toBeLessThanOrEqual(maxMessages)
        expect(toolProblems(context?.messages ?? [])).toEqual([])
        if (session.length <= maxMessages) expect(context?.messages.length).toBe(session.length + 1)
        else expect(context?.report.layers).toMatchObject({ history: { omitted: [{ count: expect.any(Number) }] } })
      }),
      runs,
    )
  })

  it('loses nothing in a larger window that a smaller one kept', async () => {
    await fc.assert(
      fc.asyncProperty(turns, windows, fc.integer({ min: 1, max: 500 }), async (list, window, more) => {
        const session = conversation(list)
        const [small, large] = [
          await build({ session, window, text: 'now' }),
          await build({ session, window: window + more, text: 'now' }),
        ]
        if (!small) return
        const positions = (context: Context | undefined): readonly number[] =>
          (context?.messages ?? []).map((one) => session.indexOf(one)).filter((at) => at >= 0)
        const kept = positions(large)
        for (const at of positions(small)) expect(kept).toContain(at)
      }),
      runs,
    )
  })

  it('drops the last exchange last, after shortening its long texts', async () => {
    const long = 'x'.repeat(9_000)
    const session: readonly Message[] = [
      { role: 'user', content: 'old' },
      { role: 'assistant', content: 'older answer' },
      { role: 'user', content: 'look it up' },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: long } }],
      },
      { role: 'assistant', content: 'found' },
    ]
    const context = await build({ session, window: 1_500, text: 'thanks' })
    expect(context?.messages.map((one) => one.role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
    expect(JSON.stringify(context?.messages[2])).toMatch(/x… \[\d{4} characters cut\]x/)
    // No more than necessary: the cut leaves at most a tenth of the window unused.
    expect(context?.report.tokens.free).toBeLessThanOrEqual(150)
    expect(context?.report.rows.map((row) => [row.fragment, row.action])).toEqual([
      ['m0', 'dropped'],
      ['m1', 'dropped'],
      ['m4', 'shortened'],
    ])
  })

  it('moves its cut in rare, large steps while a conversation grows', async () => {
    const session: Message[] = []
    let cuts = 0
    let before = ''
    for (let turn = 0; turn < 200; turn++) {
      session.push({ role: 'user', content: `question ${turn}`.padEnd(40) })
      const context = await build({
        session: session.slice(0, -1),
        window: 3_000,
        text: session.at(-1)?.content as string,
      })
      const first = JSON.stringify(context?.messages[0])
      if (turn > 60 && first !== before) cuts++
      before = first
      session.push({ role: 'assistant', content: `answer ${turn}`.padEnd(40) })
    }
    // Ten messages per page are five turns: 139 turns beyond the first cut make no more than 28 cuts.
    expect(cuts).toBeGreaterThan(20)
    expect(cuts).toBeLessThanOrEqual(28)
  })

  it('cuts by characters alone if pages have no number of messages, even in the middle of a long turn', async () => {
    const session = createSession()
    session.append({ role: 'user', content: 'go' })
    const options = {
      maxMessages: Number.POSITIVE_INFINITY,
      pageMessages: Number.POSITIVE_INFINITY,
      pageCharacters: 1_000,
    }
    const builder = base.use(history(options)).budget({ window: 3_000, reserve: 0 })
    let cuts = 0
    let before: Message | undefined
    for (let step = 0; step < 200; step++) {
      session.append({ role: 'assistant', content: `step ${step}`.padEnd(50) })
      const { messages } = await builder.build({ scope, session })
      expect(messages[0]).toEqual({ role: 'user', content: 'go' })
      if (messages[1] !== before) cuts++
      before = messages[1]
    }
    // 10,000 characters in pages of 1,000.
    expect(cuts).toBeGreaterThan(5)
    expect(cuts).toBeLessThanOrEqual(10)
  })

  it('reads no more of a session than could be kept, however long it is', async () => {
    const at = (position: number): Message => ({ role: position % 2 ? 'assistant' : 'user', content: 'x'.repeat(46) })
    const read = async (length: number, options: Parameters<typeof history>[0]): Promise<number> => {
      const session = countingSession(length, at)
      await base.use(history(options)).budget({ window: 4_000, reserve: 0 }).build({ scope, session })
      return session.messagesRead
    }
    for (const options of [{}, { maxMessages: Number.POSITIVE_INFINITY }]) {
      expect(await read(100_000, options)).toBe(await read(1_000, options))
      expect(await read(100_000, options)).toBeLessThanOrEqual(128 + 4)
    }
  })

  it('finds the message that opened a long turn, far beyond the message limit', async () => {
    const loop = conversation([{ calls: Array.from({ length: 60 }, () => ['a']), size: 3, answered: false }])
    const context = await build({ session: loop, window: 100_000, options: { maxMessages: 50 } })
    expect(context?.messages[0]).toEqual(loop[0])
    expect(context?.messages.length).toBeLessThanOrEqual(50)
    expect(toolProblems(context?.messages ?? [])).toEqual([])
  })

  it('keeps a session that does not begin with a user message unchanged if it fits', async () => {
    const session: readonly Message[] = [{ role: 'assistant', content: 'Welcome!' }]
    expect((await build({ session, window: 1_000, text: 'hi' }))?.messages).toHaveLength(2)
  })

  it('does not lose messages that a session of the application does not return', async () => {
    const session = Array.from(
      { length: 40 },
      (_, i): Message => ({ role: i % 2 ? 'assistant' : 'user', content: 'x' }),
    )
    for (const [start, end] of [
      [0, -1],
      [1, 0],
    ] as const) {
      const read = (from: number, to: number) => session.slice(from + start, to + end)
      const building = base
        .use([history(), message()])
        .budget({ window: 100_000, reserve: 0 })
        .build({ scope, session: { length: session.length, read }, message: 'now' })
      const what = `session.read(0, ${session.length}) must return ${session.length} messages, not ${session.length - 1}.`
      await expect(building).rejects.toMatchObject({ code: 'LAYER_FAILED', message: expect.stringContaining(what) })
    }
  })

  it('is empty for an empty session, and rejects invalid options', async () => {
    expect((await build({ session: [], window: 1_000, text: 'hi' }))?.messages).toHaveLength(1)
    expect(() => history({ maxMessages: 0 })).toThrow(/whole number, 1 or more/)
    expect(() => history({ maxMesages: 5 } as never)).toThrow(/Did you mean 'maxMessages'/)
  })

  it('has a notice if the session already ends with the new message', async () => {
    const talk = [user('One'), { role: 'assistant', content: '1' }, user('Two')] as const
    const codes = async (session: readonly Message[], text?: string): Promise<readonly string[] | undefined> => {
      const context = await build({ session, window: 1_000, ...(text !== undefined && { text }) })
      return context?.report.layers['history']?.notices.map(({ code }) => code)
    }
    expect(await codes(talk, 'Two')).toEqual(['MESSAGE_TWICE'])
    expect(await codes(talk, 'Three')).toEqual([])
    expect(await codes(talk)).toEqual([])
    expect(await codes([...talk, { role: 'assistant', content: '2' }], 'Two')).toEqual([])
    const output = { type: 'text', value: 'late' } as const
    const late: Message = {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'look', output }],
    }
    expect(await codes([...talk, late], 'Two')).toEqual(['MESSAGE_TWICE'])
  })
})

function user(content: string): Message {
  return { role: 'user', content }
}
