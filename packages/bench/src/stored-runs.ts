import { createContext, type Message } from '@lamella/core'
import { bootstrap, history, memory, message, system } from '@lamella/layers'
import { openRun } from '@lamella/runs'
import { openSession } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { duration, measure } from './measure.ts'
import { atMost, type Section } from './section.ts'
import { answerOf, questionOf } from './stores/turns.ts'

const scope = { tenant: 'acme', user: 'ada', kind: 'private' } as const
const turns = 1_000
const window = 16_000
const start = Date.UTC(2026, 0, 1)

/** Measures a run that a store keeps: a request beside a build on its own, and the size of what is kept. */
export async function storedRuns(): Promise<Section> {
  const sessions = createSessionStore()
  const remembered: { id: string; text: string }[] = []
  let turn = 0
  const now = (): Date => new Date(start + turn * 60_000)
  const builder = createContext()
    .use([system({ soul: 'You are Kim.', agents: 'Be brief. '.repeat(100) }), bootstrap({ clock: 'minute' })])
    .use(memory({ source: { entries: () => ({ entries: remembered }) } }))
    .use([history({ maxMessages: Number.POSITIVE_INFINITY }), message()])
    .budget({ window, reserve: 1_000 })
  const run = await openRun(builder, { sessions, scope, id: 's' })
  const sizes: number[] = []
  let cuts = 0
  for (; turn < turns; turn++) {
    if (turn % 10 === 0)
      remembered.push({ id: `m${turn}`, text: `Ada said something worth remembering in turn ${turn}.` })
    const context = await run.next({ message: questionOf(turn), now: now() })
    if (context.report.run?.cut) cuts++
    sizes.push(JSON.stringify((await sessions.runs.read(scope, 's'))?.run).length)
    await run.append(answerOf(turn))
  }
  const [half, last] = [Math.max(...sizes.slice(0, turns / 2)), Math.max(...sizes.slice(turns / 2))]
  await sessions.transfer.fork(scope, 's', 'alone')
  const { next, build } = await measure(
    {
      next: async () => {
        await run.next({ message: `Question ${turn++}`, now: now() })
        await run.append({ role: 'assistant', content: 'Yes.' })
      },
      build: async () => {
        const question = `Question ${turn++}`
        const session = await openSession(sessions, scope, 'alone', { ahead: 65 })
        await builder.build({ scope, session, message: question, now: now() })
        const answered: readonly Message[] = [
          { role: 'user', content: question },
          { role: 'assistant', content: 'Yes.' },
        ]
        await sessions.append(scope, 'alone', answered)
      },
    },
    { rounds: 40 },
  )
  return {
    title: 'Runs in a store',
    about:
      `A conversation of ${turns.toLocaleString('en-US')} turns in a window of ${window.toLocaleString('en-US')} ` +
      'tokens, in the store in memory: 250 tokens of instructions, a clock that shows minutes, a memory that grows ' +
      'every tenth turn, questions of about 20 tokens, answers of about 100. Then short turns are timed, each with its ' +
      'answer appended: `run.next` stores its request as pending; the build without a run reads a fork of the session, ' +
      'and cuts its messages each time.',
    table: [
      ['', ''],
      ['a turn with `run.next`', duration(next)],
      ['a turn with `builder.build`, without a run', duration(build)],
      ['epochs', String(cuts + 1)],
      ['largest state in turns 1 to 500, in characters of JSON', half.toLocaleString('en-US')],
      ['largest state in turns 501 to 1,000', last.toLocaleString('en-US')],
    ],
    claims: [
      atMost('a warm `next` takes no longer than a warm build', next / build, 1),
      {
        text: 'the state grows with the updates of its epoch, not with the session',
        seen: `at most ${half.toLocaleString('en-US')} characters in the first 500 turns, ${last.toLocaleString('en-US')} in the others`,
        holds: last <= 1.2 * half,
      },
    ],
  }
}
