import { type Context, createContext, defineLayer, isLamellaError, type Layer, type Message } from '@lamella/core'
import { type HistoryOptions, history, message } from '@lamella/layers'
import { charTokenizer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyTurns, conversation, countingSession, type Turn, turns } from '../support/conversations.ts'
import { toolProblems } from '../support/tool-problems.ts'

const scope = { tenant: 'acme' }
const base = createContext().tokenizer(charTokenizer)
const runs = { numRuns: Number(process.env['LAMELLA_RUNS'] ?? 100) }
const windows = fc.integer({ min: 60, max: 3_000 })
const cuts = ['turns', 'messages'] as const
const all = Number.POSITIVE_INFINITY

interface Given {
  readonly session: readonly Message[]
  readonly window: number
  readonly text?: string
  readonly options: HistoryOptions
}

function build({ options, ...given }: Given): Promise<Context | undefined> {
  return buildWith(given, history(options))
}

async function buildWith(given: Omit<Given, 'options'>, layer: Layer<'history'>): Promise<Context | undefined> {
  const { session, window, text } = given
  const builder = base.use([layer, message()]).budget({ window, reserve: 0 })
  try {
    return await builder.build({ scope, session, ...(text === undefined ? {} : { message: text }) })
  } catch (error) {
    if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return undefined
    throw error
  }
}

/** Positions of the kept messages. Stand-ins for missing results are not messages of the session. */
const kept = (session: readonly Message[], context: Context | undefined): readonly number[] =>
  (context?.messages ?? []).map((one) => session.indexOf(one)).filter((at) => at >= 0)

/** Plain turns: their positions are known without considering repairs. */
const plain = turns.map((list) => list.map((turn): Turn => ({ ...turn, how: 'after' })))

describe('history cut by turns or messages', () => {
  it('fits, begins with a user message, keeps calls and results whole, and shortens nothing', async () => {
    for (const cut of cuts) {
      await fc.assert(
        fc.asyncProperty(anyTurns, windows, fc.boolean(), async (list, window, loop) => {
          const session = conversation(list)
          const options = { cut, maxMessages: all }
          const context = await build({ session, window, options, ...(loop ? {} : { text: 'now' }) })
          if (!context) return
          if (context.messages.length > 0) expect(context.messages[0]?.role).toBe('user')
          expect(context.report.tokens.total).toBeLessThanOrEqual(window)
          expect(toolProblems(context.messages)).toEqual([])
          expect(context.report.rows.filter(({ action }) => action === 'shortened')).toEqual([])
          const newest = session.findLast((one) => one.role === 'user')
          if (loop && newest) expect(context.messages).toContain(newest)
        }),
        runs,
      )
    }
  })

  it('loses nothing in a larger window that a smaller one kept', async () => {
    for (const cut of cuts) {
      const more = fc.integer({ min: 1, max: 500 })
      const counts = fc.constantFrom(3, 10, all)
      await fc.assert(
        fc.asyncProperty(plain, windows, more, counts, async (list, window, extra, maxMessages) => {
          const session = conversation(list)
          const given = { session, text: 'now', options: { cut, maxMessages } }
          const small = await build({ ...given, window })
          const large = kept(session, await build({ ...given, window: window + extra }))
          for (const at of kept(session, small)) expect(large).toContain(at)
        }),
        runs,
      )
    }
  })

  it('keeps at most `maxMessages` messages, and all of them if there are fewer', async () => {
    for (const cut of cuts) {
      await fc.assert(
        fc.asyncProperty(plain, fc.integer({ min: 1, max: 60 }), async (list, maxMessages) => {
          const session = conversation(list)
          const context = await build({ session, window: 1_000_000, text: 'now', options: { cut, maxMessages } })
          const positions = kept(session, context)
          expect(positions.length).toBeLessThanOrEqual(maxMessages)
          if (session.length <= maxMessages) expect(positions).toHaveLength(session.length)
          expect(toolProblems(context?.messages ?? [])).toEqual([])
        }),
        runs,
      )
    }
  })

  it('reads no more of a session than could be kept, however long it is', async () => {
    const at = (position: number): Message => ({ role: position % 2 ? 'assistant' : 'user', content: 'x'.repeat(46) })
    for (const cut of cuts) {
      const read = async (length: number): Promise<number> => {
        const session = countingSession(length, at)
        const builder = base.use(history({ cut, maxMessages: all })).budget({ window: 4_000, reserve: 0 })
        await builder.build({ scope, session })
        return session.messagesRead
      }
      expect(await read(100_000)).toBe(await read(1_000))
      expect(await read(100_000)).toBeLessThanOrEqual(128 + 4)
    }
  })

  it('rejects page sizes, because there are no pages', () => {
    expect(() => history({ cut: 'turns', pageMessages: 5 })).toThrow(/'pageMessages' is only valid with cut: 'pages'/)
    expect(() => history({ cut: 'messages', pageCharacters: 5 })).toThrow(
      /'pageCharacters' is only valid with cut: 'pages'/,
    )
    expect(() => history({ cut: 'words' as never })).toThrow(/must be one of pages, turns, messages/)
    expect(() => history(null as never)).toThrow(/must be an object/)
  })
})

describe("history({ cut: 'turns' })", () => {
  it('keeps the most whole turns that fit, newest first, in addition to the last turn', async () => {
    await fc.assert(
      fc.asyncProperty(plain, windows, async (list, window) => {
        const session = conversation(list)
        // Without a minimum, because turns are split near it.
        const { spec: _, name: __, ...definition } = history({ cut: 'turns' })
        const layer = defineLayer('history', { ...definition, budget: {} })
        const context = await buildWith({ session, window, text: 'now' }, layer)
        const positions = kept(session, context)
        const starts = session.flatMap((one, at) => (one.role === 'user' ? [at] : []))
        const last = starts.at(-1)
        if (!context || last === undefined || !positions.includes(last)) return
        const first = positions[0] as number
        expect(starts).toContain(first)
        // Without gaps before the last turn.
        expect(positions.filter((at) => at < last)).toEqual(
          session.flatMap((_, at) => (at >= first && at < last ? [at] : [])),
        )
        // The turn before it would not have fit. (If the last turn is not whole, all others were dropped before it.)
        const before = starts[starts.indexOf(first) - 1]
        if (before === undefined || positions.length < session.length - first) return
        const alone = base.use(history({ maxMessages: all })).budget({ window: 1_000_000, reserve: 0 })
        const { report } = await alone.build({ scope, session: session.slice(before, first) })
        expect(report.layers.history.got).toBeGreaterThan(context.report.tokens.free)
      }),
      runs,
    )
  })
})

describe("history({ cut: 'messages' })", () => {
  it('drops the oldest message first, and the user message of a turn with the last message of the turn', async () => {
    const session: readonly Message[] = [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value: '1' } }],
      },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: 'three' },
      { role: 'assistant', content: 'four' },
      { role: 'assistant', content: 'five' },
    ]
    const seen: string[] = []
    for (let window = 400; window > 0; window--) {
      const context = await build({ session, window, text: 'now', options: { cut: 'messages' } })
      const positions = context ? kept(session, context).join(' ') : 'none'
      if (seen.at(-1) !== positions) seen.push(positions)
    }
    expect(seen).toEqual(['0 1 2 3 4 5 6', '0 3 4 5 6', '4 5 6', '4 6', '4', '', 'none'])
  })

  it('drops no more than necessary, and older messages of a turn before newer ones', async () => {
    await fc.assert(
      fc.asyncProperty(plain, windows, async (list, window) => {
        const session = conversation(list)
        const context = await build({ session, window, text: 'now', options: { cut: 'messages', maxMessages: all } })
        const positions = new Set(kept(session, context))
        const first = Math.min(...positions)
        // The missing messages are one run, directly after the first kept message or before it.
        const missing = session.flatMap((_, at) => (at > first && !positions.has(at) ? [at] : []))
        expect(missing).toEqual(missing.map((_, index) => first + 1 + index))
        const asked = context?.report.layers['history']
        const largest = Math.max(0, ...session.map((one) => JSON.stringify(one).length))
        if (asked && positions.size > 0 && asked.dropped > 0) {
          // A call with its three results, and the message that opened its turn.
          expect(context.report.tokens.free).toBeLessThan(5 * largest)
        }
      }),
      runs,
    )
  })
})
