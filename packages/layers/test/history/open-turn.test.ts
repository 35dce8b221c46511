import { createContext, type Message } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { extend, type RunContext } from '@lamella/runs'
import { describe, expect, it } from 'vitest'

const calls = (...ids: readonly string[]): Message => ({
  role: 'assistant',
  content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'look', input: {} })),
})
const result = (toolCallId: string): Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName: 'look', output: { type: 'text', value: 'Seen.' } }],
})
const ids = (from: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `c${from + at}`)

const build = (session: readonly Message[], maxMessages: number, run?: RunContext['run']) =>
  extend(
    createContext()
      .use([history({ maxMessages }), message()])
      .budget({ window: 200_000, reserve: 100 }),
    { scope: { tenant: 'acme' }, session, ...(run && { run }) },
  )

describe('a limit by count in the middle of a turn', () => {
  it.each([1, 2, 3, 5])('of %i keeps the question and the newest answer with all of its results', async (most) => {
    for (const count of [1, 4, 150]) {
      const last = [calls(...ids(10, count)), ...ids(10, count).map(result)]
      const question: Message = { role: 'user', content: 'Where?' }
      const session = [question, calls(...ids(1, 5)), ...ids(1, 5).map(result), ...last]
      const { messages } = await build(session, most)
      // More only if the limit allows it, which it does for none of these.
      if (count > 1 || most < 4) expect(messages).toEqual([question, ...last])
      else expect(messages.slice(-2)).toEqual(last)
    }
  })

  it('cuts in a run once for each new answer, and for none that it has kept', async () => {
    const session: Message[] = [{ role: 'user', content: 'Where?' }]
    let run: RunContext['run'] | undefined
    const cuts: unknown[] = []
    for (let round = 0; round < 4; round++) {
      session.push(calls(...ids(round * 10, 4)), ...ids(round * 10, 4).map(result))
      for (let attempt = 0; attempt < 2; attempt++) {
        const context = await build(session, 6, run)
        expect(context.messages).toEqual([session[0], ...session.slice(-5)])
        cuts.push(context.report.run?.cut?.reason)
        run = JSON.parse(JSON.stringify(context.run)) as RunContext['run']
      }
    }
    expect(cuts).toEqual([undefined, undefined, 'window', undefined, 'window', undefined, 'window', undefined])
  })
})
