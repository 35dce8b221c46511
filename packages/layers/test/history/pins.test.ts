import { type Context, createContext, isLamellaError, type Message } from '@lamella/core'
import { type HistoryOptions, history, message, type PinOptions } from '@lamella/layers'
import { openSession } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { countingSession } from '../support/conversations.ts'
import { type Called, calls, results, text } from '../support/results.ts'

const scope = { tenant: 'acme' }
/** 50 turns of about 100 tokens. */
const turns = (count: number): readonly Message[] =>
  Array.from({ length: count }, (_, turn): readonly Message[] => [
    { role: 'user', content: `Question ${turn}? ${'q'.repeat(30)}` },
    { role: 'assistant', content: `Answer ${turn}. ${'a'.repeat(40)}` },
  ]).flat()

interface Given extends HistoryOptions {
  readonly session?: Parameters<ReturnType<typeof createContext>['build']>[0]['session']
  readonly window?: number
}

function build(pin: PinOptions, { session = turns(50), window = 1_200, ...options }: Given = {}): Promise<Context> {
  return createContext()
    .tokenizer(charTokenizer)
    .use([history({ ...options, pin }), message()])
    .budget({ window, reserve: 0 })
    .build({ scope, session, message: 'And now?' })
}

const positions = (...list: readonly number[]): PinOptions => ({ positions: () => list })
const questions = ({ messages }: Context): readonly string[] =>
  messages.flatMap(({ content }) =>
    typeof content === 'string' ? (/^(?:Question|Answer) \d+/.exec(content) ?? []) : [],
  )
const noticesOf = ({ report }: Context) => report.layers['history']?.notices

describe('pinned messages', () => {
  it('are shown in their place, however far back, each answer with its question', async () => {
    const context = await build(positions(20, 7))
    expect(questions(context).slice(0, 4)).toEqual(['Question 3', 'Answer 3', 'Question 10', expect.any(String)])
    expect(questions(context).at(-1)).toBe('Answer 49')
    expect(context.messages[0]?.role).toBe('user')
    expect(context.report.tokens.total).toBeLessThanOrEqual(1_200)
    expect(noticesOf(context)).toEqual([])
  })

  it('survive in every mode', async () => {
    for (const cut of ['pages', 'turns', 'messages'] as const) {
      const context = await build(positions(21), { cut })
      expect(questions(context).slice(0, 2)).toEqual(['Question 10', 'Answer 10'])
    }
    const context = await build(positions(21), { maxMessages: 4 })
    expect(questions(context)).toEqual([
      'Question 10',
      'Answer 10',
      'Question 48',
      'Answer 48',
      'Question 49',
      'Answer 49',
    ])
  })

  it('are chosen by a function among the messages that are read', async () => {
    const asked: number[] = []
    const choose = ({ content }: Message, position: number): boolean => {
      asked.push(position)
      return String(content).startsWith('Answer 44')
    }
    const all = await build({ choose }, { window: 1_200 })
    expect(asked.at(-1)).toBe(99)
    expect(asked.length).toBeLessThan(64)
    expect(questions(all)).toContain('Answer 44')
    const few = await build({ choose, max: '50%' }, { window: 900 })
    expect(questions(few)[0]).toBe('Question 44')
    expect(few.report.rows.filter(({ fragment }) => fragment === 'm89')).toEqual([])
  })

  it('stay in full with their calls and results, and thoughts with what follows them', async () => {
    const one: Called = { id: 'a', tool: 'look', output: text('r'.repeat(300)) }
    const two: Called = { id: 'b', tool: 'look', output: text('s'.repeat(300)) }
    const thought: Message = { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }] }
    const start: readonly Message[] = [
      { role: 'user', content: 'Question X?' },
      { role: 'assistant', content: 'Wait.' },
    ]
    const exchange = [thought, calls(one, two), results(one), results(two)]
    const session = [...start, ...exchange, { role: 'assistant', content: 'Seen.' } as const, ...turns(50)]
    for (const position of [2, 3, 4, 5]) {
      const { messages } = await build(positions(position), { session, window: 4_000 })
      expect(messages.slice(0, 5)).toEqual([start[0], ...exchange])
      expect(messages[5]?.role).toBe('user')
    }
  })

  it('bring the call of a result that a tool of the provider returned later', async () => {
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'search', input: {}, providerExecuted: true } as const
    const output = text('Found.')
    const session: readonly Message[] = [
      { role: 'user', content: 'Question X?' },
      { role: 'assistant', content: [call] },
      { role: 'assistant', content: 'Still looking.' },
      { role: 'assistant', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'search', output }] },
      ...turns(50),
    ]
    const { messages, report } = await build(positions(3), { session })
    expect(messages.slice(0, 3)).toEqual([session[0], session[1], session[3]])
    expect(report.rows.filter(({ action }) => action === 'repaired')).toEqual([])
  })

  it('are read with a bounded number of messages', async () => {
    const at = (position: number): Message => turns(1)[position % 2] as Message
    const session = countingSession(100_000, at)
    await build(positions(10, 50_000), { session })
    expect(session.messagesRead).toBeLessThanOrEqual(64 * 4)
    // Of many pins, not all are tried.
    const many = countingSession(100_000, at)
    const context = await build(positions(...Array.from({ length: 1_000 }, (_, index) => index * 100)), {
      session: many,
    })
    expect(many.messagesRead).toBeLessThanOrEqual(64 * 60)
    expect(noticesOf(context)).toMatchObject([{ code: 'PINS_OVER_LIMIT' }])
  })

  it('are not changed, and neither is what was passed in', async () => {
    const session = turns(50)
    const before = JSON.stringify(session)
    const context = await build(positions(20), { session })
    expect(JSON.stringify(session)).toBe(before)
    expect(context.messages).toContainEqual(session[20])
  })
})

describe('the limit of pins', () => {
  it('is kept by the newest, and a notice names the others', async () => {
    // A turn is about 110 tokens; the limit a quarter of 1,192.
    const context = await build(positions(1, 11, 21, 31))
    expect(questions(context).slice(0, 4)).toEqual(['Question 10', 'Answer 10', 'Question 15', 'Answer 15'])
    expect(noticesOf(context)).toEqual([
      {
        code: 'PINS_OVER_LIMIT',
        what: expect.stringMatching(
          /^Pinned messages exceed the limit of \d+ tokens; these may be dropped like any other: 11, 1\.$/,
        ),
        fix: expect.any(String),
        details: { count: 2, max: expect.any(Number), positions: [11, 1] },
      },
    ])
  })

  it('leaves room for older pins where a newer one is too large', async () => {
    const session = [...turns(5), { role: 'user', content: 'x'.repeat(2_000) } as const, ...turns(50)]
    const context = await build({ ...positions(2, 10), max: 300 }, { session })
    expect(questions(context)[0]).toBe('Question 1')
    expect(noticesOf(context)).toMatchObject([{ details: { count: 1, max: 300, positions: [10] } }])
  })

  it('lets those beyond it give way with rows, as other messages do', async () => {
    const context = await build({ choose: () => true, max: 220 }, { window: 900 })
    const dropped = context.report.rows.filter(({ action }) => action === 'dropped')
    expect(dropped.length).toBeGreaterThan(0)
    expect(questions(context)).toEqual(expect.arrayContaining(['Question 49', 'Answer 49', 'Question 48', 'Answer 48']))
    expect(noticesOf(context)).toMatchObject([{ code: 'PINS_OVER_LIMIT' }])
  })

  it('can be more than there is room for: then the error names the pins', async () => {
    const failed = await build({ ...positions(20, 30), max: 5_000 }, { window: 100 }).catch((error: unknown) => error)
    if (!isLamellaError(failed, 'CONTEXT_OVERFLOW')) throw failed
    expect(failed.what).toMatch(/history\/m20 \d+/)
    expect(failed.what).toMatch(/history\/m30 \d+/)
  })
})

describe('positions of pins', () => {
  it('are those in the store, and a notice says which ones a summary replaces or the session has not', async () => {
    const store = createSessionStore()
    await store.append(scope, 's', turns(50))
    await store.compactions.add(scope, 's', { start: 0, end: 20, text: 'They talked.' })
    const session = await openSession(store, scope, 's')
    const seen: number[] = []
    const choose = (_: Message, position: number): boolean => {
      seen.push(position)
      return false
    }
    const context = await build({ positions: () => [41, 5, 1_000, 41], choose }, { session })
    expect(questions(context).slice(0, 2)).toEqual(['Question 20', 'Answer 20'])
    expect(seen.at(-1)).toBe(99)
    expect(context.messages[0]?.content).toMatch(/^\[Summary of messages 1 to 20 /)
    expect(noticesOf(context)).toEqual([
      {
        code: 'PINS_NOT_SHOWN',
        what: 'Pinned messages are not shown: a summary replaces 5; the session has no 1000.',
        details: { summarized: [5], missing: [1_000], waiting: [] },
      },
    ])
  })

  it('may come from anywhere: the function gets the scope, the session and a signal', async () => {
    const context = await build({
      positions: async ({ scope: { tenant }, session, signal }) => {
        signal.throwIfAborted()
        return tenant === 'acme' ? [session.length - 80] : []
      },
    })
    expect(questions(context)[0]).toBe('Question 10')
  })

  it.each<[unknown, RegExp]>([
    [[1.5], /'pin\.positions' returned 1\.5 among the positions/],
    [[-1], /-1 among the positions/],
    [['3'], /3 among the positions/],
    [[3, undefined], /undefined among the positions/],
    ['3', /a value of type string, not a list/],
    [null, /null, not a list/],
    [undefined, /undefined, not a list/],
  ])('are checked: %j', async (given, problem) => {
    const failed = await build({ positions: () => given as readonly number[] }).catch((error: unknown) => error)
    if (!isLamellaError(failed, 'PIN_INVALID')) throw failed
    expect(failed.what).toMatch(problem)
    expect(failed.details).toMatchObject({ option: 'positions' })
  })

  it.each<[unknown, RegExp]>([
    [undefined, /'pin\.choose' returned undefined for message \d+/],
    [Promise.resolve(true), /returned a promise for message \d+/],
    ['yes', /returned a value of type string for message/],
  ])('are chosen with true or false only: %j', async (given, problem) => {
    const failed = await build({ choose: () => given as boolean }).catch((error: unknown) => error)
    if (!isLamellaError(failed, 'PIN_INVALID')) throw failed
    expect(failed.what).toMatch(problem)
  })
})
