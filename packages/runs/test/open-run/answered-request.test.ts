import type { Message } from '@lamella/core'
import { openRun, type Run } from '@lamella/runs'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { assistant, calls, cutOf, result, talk, thinks, thought, user } from '../support/runs.ts'

const id = 'telegram_4711'
const unknown = { code: 'REQUEST_INVALID', details: { key: 'operation' } }
const overtaken = { code: 'SESSION_CONFLICT' }

async function open(sessions: SessionStore = createSessionStore()) {
  const run = await openRun(talk(), { sessions, scope, id })
  const stored = async (): Promise<readonly Message[]> =>
    (await sessions.read(scope, id, 0, 100)).map(({ message }) => message)
  return { sessions, run, stored }
}

/** Asks more questions than a position can have without an answer. */
async function askTen(run: Run): Promise<void> {
  for (let n = 0; n < 10; n++) await run.next({ message: `Question ${n}`, operation: `o${n}` })
}

describe('an answer to an operation that names no request', () => {
  it('is an error, and the question still waits', async () => {
    const { run, stored } = await open()
    await run.next({ message: 'Which is the code?' })
    await expect(run.append(assistant('4711'), { operation: 'answer-1' })).rejects.toMatchObject(unknown)
    expect([await stored(), run.pending]).toEqual([[], { message: user('Which is the code?') }])
    await run.append(assistant('4711'))
    expect(await stored()).toEqual([user('Which is the code?'), assistant('4711')])
  })

  it('is an error that names the operations that wait, in any process', async () => {
    const { sessions, run, stored } = await open()
    await run.next({ message: 'Which is the code?', operation: 'op1' })
    const other = await open(sessions)
    for (const one of [run, other.run]) {
      const failed = one.append(assistant('4711'), { operation: 'op-1' })
      await expect(failed).rejects.toMatchObject({ ...unknown, message: expect.stringContaining('"op1"') })
    }
    await other.run.append(assistant('4711'), { operation: 'op1' })
    expect(await stored()).toEqual([user('Which is the code?'), assistant('4711')])
  })

  it('is a repetition if the session has it already, although another question waits', async () => {
    const { run, stored } = await open()
    await run.next({ message: 'first' })
    await run.append(assistant('1'))
    await run.append(assistant('More.'), { operation: 'more' })
    await run.next({ message: 'second' })
    expect(await run.append(assistant('More.'), { operation: 'more' })).toMatchObject({ repeated: true })
    await run.append(assistant('2'))
    expect((await stored()).slice(3)).toEqual([user('second'), assistant('2')])
  })

  it('is appended under that name where no question waits', async () => {
    const { run, stored } = await open()
    await run.next({ message: 'Look', operation: 'job' })
    await run.append(calls('a'))
    await run.append(result('a'), { operation: 'job-results' })
    await run.next()
    await run.append(assistant('Done.'), { operation: 'job-answer', usage: { input: 40 } })
    expect(await stored()).toEqual([user('Look'), calls('a'), result('a'), assistant('Done.')])
    expect((await run.next({ message: 'And now?' })).report.tokens.anchored).toBe(40)
  })
})

describe('an answer to one of more questions than are kept', () => {
  it('is appended with its question, and begins a new epoch', async () => {
    const { run, stored } = await open()
    await run.next({ message: 'Begin' })
    await run.append(thought('begun'))
    await askTen(run)
    await run.append(thought('zero'), { operation: 'o0' })
    expect((await stored()).slice(2)).toEqual([user('Question 0'), thought('zero')])
    const next = await run.next({ message: 'And now?' })
    expect([cutOf(next), thinks(next)]).toEqual(['asked', [false, false]])
  })

  it('is an error in a process that did not ask it, unless the question comes with it', async () => {
    const { sessions, run } = await open()
    await askTen(run)
    const other = await open(sessions)
    await expect(other.run.append(assistant('zero'), { operation: 'o0' })).rejects.toMatchObject(unknown)
    await other.run.append([user('Question 0'), assistant('zero')], { operation: 'o0' })
    expect(await other.stored()).toEqual([user('Question 0'), assistant('zero')])
    expect(cutOf(await other.run.next({ message: 'And now?' }))).toBe('asked')
  })
})

describe('a question in whose place another one was answered', () => {
  it('is not lost: its answer is a conflict, with and without its name', async () => {
    const { run, stored } = await open()
    for (const name of ['first', 'second']) await run.next({ message: name, operation: name })
    await run.append(assistant('1'), { operation: 'first' })
    await expect(run.append(assistant('2'))).rejects.toMatchObject(overtaken)
    await expect(run.append(assistant('2'), { operation: 'second' })).rejects.toMatchObject(overtaken)
    expect(await stored()).toEqual([user('first'), assistant('1')])
    await run.next({ message: 'second', operation: 'second' })
    await run.append(assistant('2'))
    expect((await stored()).slice(2)).toEqual([user('second'), assistant('2')])
  })

  it('does not keep the results of the other one out', async () => {
    const { run, stored } = await open()
    await Promise.all(['first', 'second'].map((name) => run.next({ message: name, operation: name })))
    await run.append(calls('a'), { operation: 'first' })
    await run.append(result('a'))
    expect(await stored()).toEqual([user('first'), calls('a'), result('a')])
  })
})
