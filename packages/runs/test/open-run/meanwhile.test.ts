import type { Message } from '@lamella/core'
import { openRun } from '@lamella/runs'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { assistant, calls, result, talk, texts, user } from '../support/runs.ts'

const id = 'telegram_4711'

const stored = async (sessions: SessionStore): Promise<readonly Message[]> =>
  (await sessions.read(scope, id, 0, 100)).map(({ message }) => message)

/** Opens a run of three turns. */
async function begun() {
  const sessions = createSessionStore()
  const run = await openRun(talk(4_000), { sessions, scope, id })
  for (const letter of ['a', 'b', 'c']) {
    await run.next({ message: `What is ${letter}?` })
    await run.append(assistant(`${letter} is a letter.`))
  }
  const summarize = async () => await sessions.compactions?.add(scope, id, { start: 0, end: 4, text: 'Of letters.' })
  return { sessions, run, summarize }
}

describe('a summary that is added meanwhile', () => {
  it.each([{}, { operation: 'd' }])('does not refuse the answer: %j', async (named) => {
    const { sessions, run, summarize } = await begun()
    await run.next({ message: 'What is d?', ...named })
    await summarize()
    await run.append(assistant('A letter, too.'), named)
    expect((await stored(sessions)).slice(-2)).toEqual([user('What is d?'), assistant('A letter, too.')])
    const next = await run.next({ message: 'And e?' })
    expect(texts(next).join()).toContain('Of letters.')
    expect(texts(next)).toContain('A letter, too.')
  })

  it('does not refuse the results of calls', async () => {
    const { run, summarize } = await begun()
    await run.next({ message: 'What is d?' })
    await run.append(calls('c1'))
    await summarize()
    await run.append(result('c1'))
    expect((await run.next()).messages.at(-1)).toEqual(result('c1'))
  })

  it('does not hide what another process appended with it', async () => {
    const { sessions, run, summarize } = await begun()
    await run.next({ message: 'What is d?' })
    await sessions.append(scope, id, [user('What is f?'), assistant('Fine.')])
    await summarize()
    await expect(run.append(assistant('A letter.'))).rejects.toMatchObject({ code: 'SESSION_CONFLICT' })
  })
})

describe('a message of another process that is appended while calls are open', () => {
  it('leaves room for the results, once next() has read it', async () => {
    const { sessions, run } = await begun()
    await run.next({ message: 'What is d?' })
    await run.append(calls('c1'))
    await sessions.append(scope, id, [user('Hurry, please.')])
    await expect(run.append(result('c1'))).rejects.toMatchObject({ code: 'SESSION_CONFLICT' })
    await expect(run.next()).rejects.toMatchObject({ code: 'RUN_CALLS_OPEN' })
    await run.append(result('c1'))
    const { messages } = await run.next()
    expect(messages.slice(-3)).toEqual([calls('c1'), result('c1'), user('Hurry, please.')])
  })

  it('is no way around the conflict of an answer', async () => {
    const { sessions, run } = await begun()
    await run.next({ message: 'What is d?' })
    await sessions.append(scope, id, [user('What is f?'), calls('c1')])
    await expect(run.next()).rejects.toMatchObject({ code: 'RUN_CALLS_OPEN' })
    await expect(run.append(assistant('A letter.'))).rejects.toMatchObject({ code: 'SESSION_CONFLICT' })
  })
})

describe('a result that arrives while the question that interrupted its call waits for an answer', () => {
  it.each([{}, { operation: 'd' }])('changes nothing that was sent, and is announced: %j', async (named) => {
    const { sessions, run } = await begun()
    await run.next({ message: 'What is d?' })
    await run.append([calls('c1', 'c2'), result('c1')])
    const asked = await run.next({ message: 'Are you there?', interrupt: true, ...named })
    await run.append(result('c2', 'VALUE-77'))
    await run.append(assistant('Yes.'), named)
    expect((await stored(sessions)).slice(-3)).toEqual([
      user('Are you there?'),
      result('c2', 'VALUE-77'),
      assistant('Yes.'),
    ])
    const next = await run.next({ message: 'And now?' })
    expect(next.messages.slice(0, asked.messages.length)).toEqual(asked.messages)
    expect(next.report.run).toMatchObject({ epoch: 1 })
    expect(texts(next).at(-1)).toContain('VALUE-77')
    await run.append(assistant('Seen.'))
    await run.cut()
    expect((await run.next({ message: 'And after?' })).messages).toContainEqual(result('c2', 'VALUE-77'))
  })

  it('is appended once, however often its name repeats it', async () => {
    const { sessions, run } = await begun()
    await run.next({ message: 'What is d?' })
    await run.append([calls('c1', 'c2'), result('c1')])
    await run.next({ message: 'Are you there?', interrupt: true, operation: 'd' })
    await run.append(result('c2'), { operation: 'd' })
    const once = await stored(sessions)
    expect(once.slice(-2)).toEqual([user('Are you there?'), result('c2')])
    const other = await openRun(talk(4_000), { sessions, scope, id })
    await other.append(result('c2'), { operation: 'd' })
    expect(await stored(sessions)).toEqual(once)
  })
})
