import { createContext, type Message } from '@lamella/core'
import { standardLayers } from '@lamella/layers'
import { openRun } from '@lamella/runs'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { expect, it } from 'vitest'

const scope = { tenant: 'acme', user: 'ada', kind: 'private' } as const

/** 60 memories at first, and one more every tenth turn. */
const entriesAt = (turn: number): readonly { id: string; text: string }[] =>
  Array.from({ length: 60 + Math.floor(turn / 10) }, (_, index) => {
    return { id: `m${index}`, text: `Ada said something on day ${index}: ${'why she likes tea. '.repeat(index % 7)}` }
  })

/** Plays turns, and returns what each handed to the store: in characters of JSON, beside the messages that it appended. */
async function turns(count: number): Promise<readonly { given: number; messages: number; isCut: boolean }[]> {
  const sessions = createSessionStore()
  let [given, now] = [0, 0]
  const builder = createContext()
    .use(
      standardLayers({
        bootstrap: { clock: 'minute' },
        memory: { source: { entries: () => ({ entries: entriesAt(now) }) } },
      }),
    )
    .budget({ window: 16_000, reserve: 1_000 })
  const counted: SessionStore = {
    ...sessions,
    append: (of, id, messages, options) => {
      given += JSON.stringify(messages).length
      return sessions.append(of, id, messages, options)
    },
    runs: {
      ...sessions.runs,
      write: (of, id, run, version, options) => {
        given += JSON.stringify(run).length
        return sessions.runs.write(of, id, run, version, options)
      },
    },
  }
  const run = await openRun(builder, { sessions: counted, scope, id: 's' })
  const all = []
  for (let turn = 0; turn < count; turn++) {
    given = 0
    now = turn
    const question: Message = { role: 'user', content: `Question ${turn}: ${'why is that so? '.repeat(5)}` }
    const answer: Message = {
      role: 'assistant',
      content: `Answer ${turn}: ${'because it has always been like this. '.repeat(11)}`,
    }
    const context = await run.next({ message: question, now: new Date(Date.UTC(2026, 0, 1, 0, turn)) })
    const { layers, framing } = context.report.tokens
    await run.append(answer, { usage: { input: layers + framing + 350, output: 120 } })
    all.push({
      given,
      messages: JSON.stringify([question, answer]).length,
      isCut: context.report.run?.cut !== undefined,
    })
  }
  return all
}

it('a stored turn hands the store what it says and what is new, not the state again', async () => {
  const all = await turns(120)
  const most = (messages: number): number => 8 * messages + 4_096
  // A cut begins an epoch, which is written whole; so does the turn after it, which removes the epoch before.
  const isWhole = (turn: number): boolean => turn === 0 || all[turn]?.isCut === true || all[turn - 1]?.isCut === true
  const more = all.filter(({ given, messages }, turn) => !isWhole(turn) && given > most(messages))
  expect(more).toEqual([])
  const sum = (of: (one: (typeof all)[number]) => number): number => all.reduce((total, one) => total + of(one), 0)
  expect(all.some(({ isCut }) => isCut)).toBe(true)
  expect(sum(({ given }) => given)).toBeLessThanOrEqual(sum(({ messages }) => most(messages)))
})
