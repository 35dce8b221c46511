import { createContext, type Message } from '@lamella/core'
import { type HistoryOptions, history, message, system } from '@lamella/layers'
import { extend, type RunContext, type RunState } from '@lamella/runs'
import { createSession } from '@lamella/store/memory'
import { charTokenizer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'
import { load } from '../support/load.ts'
import { type Called, calls, outputsIn, results, text } from '../support/results.ts'

/** A conversation as a run, with a call in each turn. The layers are made anew for each request, as by a new process. */
function conversation(options: HistoryOptions = {}) {
  const session: Message[] = []
  let run: RunState | undefined
  const next = async (window: number, model?: string): Promise<RunContext> => {
    const turn = session.length / 4
    const question = `Question ${turn}?`
    const context = await extend(
      createContext()
        .tokenizer(charTokenizer)
        .use([system({ soul: 'You are Kim.', agents: '' }), history({ digest: false, ...options }), message()])
        .parameters({ ...(model !== undefined && { model }) })
        .budget({ window, reserve: 0 }),
      { scope: { tenant: 'acme' }, session: [...session], message: question, ...(run && { run }) },
    )
    run = JSON.parse(JSON.stringify(context.run)) as RunState
    const called: Called = { id: `c${turn}`, tool: 'look', output: text(`${turn} ${'r'.repeat(1_500)}`) }
    session.push({ role: 'user', content: question }, calls(called), results(called))
    session.push({ role: 'assistant', content: `Answer ${turn}.` })
    return context
  }
  return { session, next }
}

const questions = ({ messages }: RunContext): readonly unknown[] =>
  messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
const cutOf = ({ report }: RunContext) => report.run?.cut?.reason
const isFull = (output: unknown): boolean => JSON.stringify(output).length > 1_000

describe('results in a run', () => {
  it('give way at each cut, stay as they were sent until the next one, and leave the dialogue', async () => {
    const { next } = conversation()
    let before: readonly Message[] = []
    let cuts = 0
    // Of more than four times the window a cut reads no more.
    for (let turn = 0; turn < 28; turn++) {
      const context = await next(12_000)
      if (cutOf(context) === undefined) expect(context.messages.slice(0, before.length)).toEqual(before)
      else {
        cuts++
        // Nothing but results gave way.
        expect(questions(context)).toHaveLength(turn + 1)
        const outputs = [...outputsIn(context.messages).values()]
        expect(outputs.filter(isFull).length).toBeLessThan(outputs.length)
        // The last exchange is in full.
        expect(isFull(outputs.at(-1))).toBe(true)
      }
      before = context.messages
    }
    expect(cuts).toBeGreaterThan(2)
  })

  it('give way before dialogue also if the epoch ends for a model with a smaller window', async () => {
    const { next } = conversation()
    for (let turn = 0; turn < 12; turn++) expect(cutOf(await next(40_000, 'large'))).toBeUndefined()
    const context = await next(10_000, 'small')
    expect(cutOf(context)).toBe('model')
    expect(questions(context)).toHaveLength(13)
    const rows = context.report.rows.map(({ action }) => action)
    expect(new Set(rows)).toEqual(new Set(['shortened']))
  })

  it('have no forms in the requests of an epoch that has room', async () => {
    const { session, next } = conversation()
    for (let turn = 0; turn < 8; turn++) await next(40_000)
    const layer = history()
    const formsWith = async (limit: number): Promise<number> => {
      const { fragments } = await load(layer, {
        session: createSession(session),
        limit,
        run: { told: [], kept: [[0, 32]] },
      })
      // Those of the newest messages are not forms of old results.
      return fragments.slice(0, -4).filter(({ shorter }) => shorter).length
    }
    expect(await formsWith(1_000_000)).toBe(0)
    expect(await formsWith(1_000)).toBeGreaterThan(6)
  })

  it('are dropped with their messages if they are not to be shortened', async () => {
    for (const results of [false, { tools: { look: 'keep' } }] as const) {
      const { next } = conversation({ results })
      let cuts = 0
      for (let turn = 0; turn < 20; turn++) {
        const context = await next(12_000)
        if (cutOf(context) !== undefined) {
          cuts++
          expect(questions(context).length).toBeLessThan(turn + 1)
        }
        for (const output of outputsIn(context.messages).values()) expect(isFull(output)).toBe(true)
      }
      expect(cuts).toBeGreaterThan(1)
    }
  })

  it('give way in no build without a run whose cut is by turns or messages', async () => {
    const { session, next } = conversation()
    for (let turn = 0; turn < 12; turn++) await next(40_000)
    for (const cut of ['turns', 'messages'] as const) {
      const { messages } = await createContext()
        .tokenizer(charTokenizer)
        .use([history({ cut }), message()])
        .budget({ window: 10_000, reserve: 0 })
        .build({ scope: { tenant: 'acme' }, session, message: 'And now?' })
      for (const output of outputsIn(messages).values()) expect(isFull(output)).toBe(true)
    }
  })
})
