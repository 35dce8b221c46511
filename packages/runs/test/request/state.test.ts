import { createContext, type Session } from '@lamella/core'
import { extend } from '@lamella/runs'
import { describe, expect, it } from 'vitest'
import { charTokenizer, framing } from '../../../core/test/support/char-tokenizer.ts'
import { deepFreeze } from '../../../core/test/support/deep-freeze.ts'
import { scope } from '../../../core/test/support/layers.ts'
import { assistant, converse, history, question, talk, thought, user } from '../support/runs.ts'

describe('what is passed in', () => {
  it('is not changed, whatever happens to the run', async () => {
    const talking = converse(talk(600))
    const tools = deepFreeze([{ name: 'look', inputSchema: { type: 'object' } }])
    for (let turn = 0; turn < 12; turn++) {
      await talking.turn(`Question ${turn}.`, thought('x'.repeat(20)), {
        tools: turn % 5 ? tools : [],
        cut: turn === 7,
      })
      if (turn === 9) talking.become(talking.session.slice(0, -3))
    }
    expect(talking.run?.epoch).toBeGreaterThan(5)
  })

  it('may grow before the run of a request is read', async () => {
    const messages = [user('Zero'), assistant('Yes.')]
    let length = 2
    const session: Session = {
      get length() {
        return length
      },
      read: async (from, to) => messages.slice(from, to),
    }
    const builder = talk()
    const early = await extend(builder, { scope, session, message: 'One' })
    const { run } = await extend(builder, { scope, session, message: 'One' })
    messages.push(user('One'), assistant('Sure.'))
    length = 4
    expect(early.run).toEqual(run)
    const next = await extend(builder, { scope, session, message: 'Two', run: early.run })
    expect(next.report.run).toEqual({ epoch: 1, updates: [] })
  })
})

describe('the first request of a run', () => {
  it('is what it is without runs, and reports none', async () => {
    const talking = converse(talk())
    const context = await talking.ask('One')
    expect(context.report.run).toBeUndefined()
    const { run } = context
    expect(run).toEqual({
      spec: 1,
      scope: { tenant: 'acme' },
      epoch: 1,
      head: { tools: [], system: [], lead: [], told: { history: {}, question: {} }, left: {} },
      kept: [[0, 1]],
      forms: {},
      inserts: [],
      marks: [
        { at: 0, hash: expect.any(String) },
        { at: 1, hash: expect.any(String) },
      ],
      stale: [],
      summaries: '',
      turn: { question: expect.any(String), shown: {} },
      counts: { estimated: context.report.tokens.total, by: ' char' },
    })
  })

  it('marks no thinking, and drops nothing that it would not drop alone', async () => {
    const session = [user('Old'), thought('old')]
    const context = await extend(
      createContext()
        .tokenizer(charTokenizer)
        .framing(framing)
        .use([history(), question])
        .budget({ window: 1_000, reserve: 10 }),
      { scope, session, message: 'One' },
    )
    expect(context.messages).toEqual([...session, user('One')])
    expect(context.messages[1]).toBe(session[1])
  })
})
