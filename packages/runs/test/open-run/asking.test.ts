import { openRun, type Run } from '@lamella/runs'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { assistant, talk, user } from '../support/runs.ts'

const id = 'telegram_4711'
const unnamed = { code: 'REQUEST_INVALID', details: { key: 'operation' } }

const open = async (): Promise<{ readonly sessions: SessionStore; readonly run: Run }> => {
  const sessions = createSessionStore()
  return { sessions, run: await openRun(talk(), { sessions, scope, id }) }
}

const stored = async (sessions: SessionStore): Promise<readonly unknown[]> =>
  (await sessions.read(scope, id, 0, 100)).map(({ message }) => message)

describe('two questions at once through one run', () => {
  it.each([
    [undefined, undefined],
    ['one', undefined],
    [undefined, 'two'],
  ])('are an error that names operation, unless both have one (%s, %s)', async (one, two) => {
    const { sessions, run } = await open()
    const [first, second] = await Promise.allSettled([
      run.next({ message: 'first', ...(one && { operation: one }) }),
      run.next({ message: 'second', ...(two && { operation: two }) }),
    ])
    expect([first.status, second]).toMatchObject(['fulfilled', { status: 'rejected', reason: unnamed }])
    await run.append(assistant('1'))
    await run.next({ message: 'second' })
    await run.append(assistant('2'))
    expect(await stored(sessions)).toEqual([user('first'), assistant('1'), user('second'), assistant('2')])
  })

  it('with operations: each answer names its own, and the second one is a conflict', async () => {
    const { sessions, run } = await open()
    await Promise.all(['first', 'second'].map((name) => run.next({ message: name, operation: name })))
    await expect(run.append(assistant('?'))).rejects.toMatchObject(unnamed)
    await run.append(assistant('1'), { operation: 'first' })
    await expect(run.append(assistant('2'), { operation: 'second' })).rejects.toMatchObject({
      code: 'SESSION_CONFLICT',
    })
    expect(await stored(sessions)).toEqual([user('first'), assistant('1')])
    await run.next({ message: 'second', operation: 'second' })
    await run.append(assistant('2'))
    expect(await stored(sessions)).toHaveLength(4)
  })

  it('with the same operation are one', async () => {
    const { sessions, run } = await open()
    const [one, two] = await Promise.all([1, 2].map(() => run.next({ message: 'first', operation: 'job' })))
    expect(two?.messages).toEqual(one?.messages)
    await run.append(assistant('1'))
    expect(await stored(sessions)).toEqual([user('first'), assistant('1')])
  })

  it('one after the other: the second replaces the first, as it does without an answer', async () => {
    const { sessions, run } = await open()
    await run.next({ message: 'first' })
    await run.next({ message: 'second' })
    await run.append(assistant('2'))
    expect(await stored(sessions)).toEqual([user('second'), assistant('2')])
  })

  it('leave the run as it was if one of them fails', async () => {
    const { run } = await open()
    await expect(run.next({ message: 'first', operation: '' })).rejects.toMatchObject(unnamed)
    expect((await run.next({ message: 'first' })).messages).toEqual([user('first')])
  })
})
