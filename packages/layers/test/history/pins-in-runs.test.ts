import { createContext, type Message } from '@lamella/core'
import { type HistoryOptions, history, message } from '@lamella/layers'
import { extend, type RunContext, type RunState } from '@lamella/runs'
import { openSession } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { type Called, calls, outputsIn, results, text } from '../support/results.ts'

const scope = { tenant: 'acme' }

/** A conversation as a run, with a call in each turn. The layers are made anew for each request, as by a new process. */
function conversation(options: HistoryOptions, window = 6_000) {
  const session: Message[] = []
  let run: RunState | undefined
  const next = async (): Promise<RunContext> => {
    const turn = session.length / 4
    const question = `Question ${turn}? ${'q'.repeat(50)}`
    const context = await extend(
      createContext()
        .tokenizer(charTokenizer)
        .use([history(options), message()])
        .budget({ window, reserve: 0 }),
      { scope, session: [...session], message: question, ...(run && { run }) },
    )
    run = JSON.parse(JSON.stringify(context.run)) as RunState
    const called: Called = { id: `c${turn}`, tool: 'look', output: text(`ORD-${1_000 + turn} ${'r'.repeat(500)}`) }
    session.push({ role: 'user', content: question }, calls(called), results(called))
    session.push({ role: 'assistant', content: `Answer ${turn}. ${'a'.repeat(50)}` })
    return context
  }
  return { session, next }
}

const cutOf = ({ report }: RunContext) => report.run?.cut?.reason
const noticesOf = ({ report }: RunContext) => report.layers['history']?.notices

describe('pins in a run', () => {
  const isChosen = ({ role, content }: Message): boolean =>
    role === 'assistant' && String(content).startsWith('Answer 1.')
  it.each<[string, HistoryOptions]>([
    ['chosen once and read again', { pin: { choose: isChosen } }],
    ['at a position', { pin: { positions: () => [7] } }],
    ['without shorter results', { pin: { positions: () => [7] }, results: false }],
    ['with a limit by count', { pin: { choose: isChosen }, maxMessages: 12 }],
  ])('stay across cuts, and are the same within each epoch: %s', async (_, options) => {
    const { session, next } = conversation(options)
    let before: readonly Message[] = []
    let cuts = 0
    let inARow = 0
    for (let turn = 0; turn < 40; turn++) {
      const context = await next()
      inARow = cutOf(context) === undefined ? 0 : inARow + 1
      expect(inARow).toBeLessThan(2)
      if (inARow === 0) expect(context.messages.slice(0, before.length)).toEqual(before)
      else cuts++
      before = context.messages
      if (turn < 2) continue
      const place = before.findIndex(({ content }) => content === session[7]?.content)
      expect(place).toBeGreaterThan(0)
      expect(before.slice(0, place).at(-1)?.role === 'user' || cuts === 0 || before[place - 1]?.role === 'tool').toBe(
        true,
      )
      expect(before).toContainEqual(session[4])
      expect(noticesOf(context)).toEqual([])
    }
    expect(cuts).toBeGreaterThan(3)
  })

  it('keep results in full, with their calls, and out of the digest', async () => {
    const { session, next } = conversation({ pin: { positions: () => [6] } })
    let cuts = 0
    for (let turn = 0; turn < 30; turn++) {
      const { messages, ...context } = await next()
      if (context.report.run?.cut) cuts++
      if (turn < 2) continue
      expect(messages).toContainEqual(session[5])
      expect(messages).toContainEqual(session[6])
      expect(JSON.stringify(messages).match(/ORD-1001/g)).toHaveLength(1)
    }
    expect(cuts).toBeGreaterThan(2)
  })

  it('also stay if the epoch ends for a model with a smaller window', async () => {
    const session: Message[] = Array.from({ length: 60 }, (_, at) =>
      at % 2 ? { role: 'assistant', content: `A ${at} ${'a'.repeat(90)}` } : { role: 'user', content: `Q ${at}` },
    )
    const build = (window: number, model: string, run?: RunState): Promise<RunContext> =>
      extend(
        createContext()
          .tokenizer(charTokenizer)
          .use([history({ digest: false, pin: { positions: () => [3] } }), message()])
          .parameters({ model })
          .budget({ window, reserve: 0 }),
        { scope, session, message: 'And now?', ...(run && { run }) },
      )
    const large = await build(100_000, 'large')
    const small = await build(1_500, 'small', large.run)
    expect(cutOf(small)).toBe('model')
    expect(small.messages.slice(0, 2)).toMatchObject(session.slice(2, 4))
    expect(small.messages.length).toBeLessThan(30)
  })

  it('wait for the next cut for room, with a notice, if this epoch no longer sends them', async () => {
    let pinned: readonly number[] = []
    const { session, next } = conversation({ pin: { positions: () => pinned }, results: false })
    while (cutOf(await next()) === undefined);
    pinned = [0]
    const waiting = await next()
    expect(cutOf(waiting)).toBeUndefined()
    expect(waiting.messages).not.toContainEqual(session[0])
    expect(noticesOf(waiting)).toMatchObject([
      {
        code: 'PINS_NOT_SHOWN',
        what: expect.stringContaining('this epoch of the run does not send 0'),
        fix: expect.stringContaining('The next cut for room shows them'),
      },
    ])
    let cut = await next()
    while (cutOf(cut) === undefined) cut = await next()
    expect(cut.messages).toContainEqual(session[0])
    expect(noticesOf(cut)).toEqual([])
  })

  it('are found in a store whose summary moves them', async () => {
    const store = createSessionStore()
    const { session, next } = conversation({})
    for (let turn = 0; turn < 10; turn++) await next()
    await store.append(scope, 's', session)
    const builder = createContext()
      .tokenizer(charTokenizer)
      .use([history({ pin: { positions: () => [19] } }), message()])
      .budget({ window: 3_500, reserve: 0 })
    const first = await extend(builder, { scope, session: await openSession(store, scope, 's'), message: 'And now?' })
    expect(first.messages).toContainEqual(session[19])
    await store.compactions.add(scope, 's', { start: 0, end: 12, text: 'They talked.' })
    const opened = await openSession(store, scope, 's')
    const moved = await extend(builder, { scope, session: opened, message: 'And now?', run: first.run })
    expect(cutOf(moved)).toBe('asked')
    expect(moved.messages).toContainEqual(session[19])
    expect(outputsIn(moved.messages).size).toBeGreaterThan(0)
  })
})
