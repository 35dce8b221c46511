import { type BuiltContext, defineLayer, type Message } from '@lamella/core'
import { openRun } from '@lamella/runs'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { assistant, calls, cutOf, result, talk, thinks, thought, user } from '../support/runs.ts'

const id = 'telegram_4711'

/** A builder that tells notes. */
function telling(notes: Readonly<Record<string, string>>): ReturnType<typeof talk> {
  const layer = defineLayer('notes', {
    order: 1,
    update: 'add',
    load: ({ run }) => ({
      fragments: Object.entries(notes).map(([key, content]) => ({ id: key, content })),
      ...(run && { revoked: run.told.filter((key) => !Object.hasOwn(notes, key)) }),
    }),
  })
  return talk().use(layer) as ReturnType<typeof talk>
}

/** A store in which something else happens after the next call of a method has returned. */
function interruptible(sessions: SessionStore): {
  readonly store: SessionStore
  readonly after: (method: string, work: () => Promise<void>) => void
} {
  const waiting = new Map<string, () => Promise<void>>()
  const interrupted = (of: object, at = ''): object => Object.fromEntries(methodsOf(of, at))
  const methodsOf = (of: object, at: string) =>
    Object.entries(of).map(([key, value]) => {
      const name = `${at}${key}`
      if (name === 'runs') return [key, interrupted(value, 'runs.')]
      if (typeof value !== 'function') return [key, value]
      const own = async (...args: unknown[]): Promise<unknown> => {
        const returned = await value(...args)
        const work = waiting.get(name)
        waiting.delete(name)
        await work?.()
        return returned
      }
      return [key, own]
    })
  return { store: interrupted(sessions) as SessionStore, after: (method, work) => waiting.set(method, work) }
}

const stored = async (sessions: SessionStore): Promise<readonly Message[]> =>
  (await sessions.read(scope, id, 0, 100)).map(({ message }) => message)

const begins = (context: BuiltContext, before: BuiltContext): void =>
  expect([context.messages.slice(0, before.messages.length), context.system]).toEqual([before.messages, before.system])

describe('an answered request', () => {
  it.each(['page', 'runs.version', 'runs.read', 'read'])(
    'is extended, although another process was in the middle of a request (after its %s)',
    async (method) => {
      const sessions = createSessionStore()
      const { store, after } = interruptible(sessions)
      const notes: Record<string, string> = {}
      const a = await openRun(telling(notes), { sessions, scope, id })
      await a.next({ message: 'One' })
      await a.append(thought('one'))
      const x = await openRun(telling(notes), { sessions: store, scope, id })
      let sent: BuiltContext | undefined
      const work = async (): Promise<void> => {
        await a.next({ message: 'Two' })
        await a.append(thought('two'))
        notes['tea'] = 'Likes tea.'
        sent = await a.next({ message: 'Three' })
      }
      after(method, work)
      await x.next({ message: 'Other' })
      if (sent === undefined) await work()
      await a.append(thought('three'))
      const next = await a.next({ message: 'Four' })
      begins(next, sent as unknown as BuiltContext)
      expect([cutOf(next), thinks(next)]).toEqual([undefined, [true, true, true]])
    },
  )

  it('that was crowded out by many others is followed by a declared cut', async () => {
    const sessions = createSessionStore()
    const notes: Record<string, string> = {}
    const builder = telling(notes)
    const a = await openRun(builder, { sessions, scope, id })
    await a.next({ message: 'One' })
    await a.append(thought('one'))
    notes['tea'] = 'Likes tea.'
    await a.next({ message: 'Two' })
    const x = await openRun(builder, { sessions, scope, id })
    for (let n = 0; n < 10; n++) await x.next({ message: `Other ${n}` })
    await a.append(thought('two'))
    const next = await a.next({ message: 'Three' })
    expect([cutOf(next), thinks(next)]).toEqual(['asked', [false, false]])
    await a.append(thought('three'))
    expect(cutOf(await a.next({ message: 'Four' }))).toBeUndefined()
  })

  it('is all that counts: questions that were crowded out and never answered cut nothing', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    await run.next({ message: 'One' })
    await run.append(thought('one'))
    for (let n = 0; n < 20; n++) await run.next({ message: `Other ${n}` })
    await run.append(thought('other'))
    const next = await run.next({ message: 'Two' })
    expect([cutOf(next), thinks(next)]).toEqual([undefined, [true, true]])
  })
})

describe('a process that continues after another one ended', () => {
  const pendingIn = async (operation?: string): Promise<SessionStore> => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    await run.next({ message: 'Buy one ticket', ...(operation && { operation }) })
    return sessions
  }
  const two = async (sessions: SessionStore) =>
    [await openRun(talk(), { sessions, scope, id }), await openRun(talk(), { sessions, scope, id })] as const

  it('answers its request once: the second answer is a conflict', async () => {
    const sessions = await pendingIn()
    const [one, other] = await two(sessions)
    await one.append(assistant('Bought.'))
    await expect(other.append(assistant('Bought, too.'))).rejects.toMatchObject({ code: 'SESSION_CONFLICT' })
    expect(await stored(sessions)).toEqual([user('Buy one ticket'), assistant('Bought.')])
  })

  it('answers it once although it had an operation, and something else was appended in its place', async () => {
    const sessions = await pendingIn('job')
    const [one, other] = await two(sessions)
    await one.next({ message: 'Something else', operation: 'other' })
    await one.append(assistant('Done.'))
    await expect(other.append(assistant('Bought.'))).rejects.toMatchObject({ code: 'SESSION_CONFLICT' })
    await expect(other.append(assistant('Bought.'), { operation: 'job' })).rejects.toMatchObject({
      code: 'SESSION_CONFLICT',
    })
    await expect(one.append(assistant('Bought.'), { operation: 'job' })).rejects.toMatchObject({
      code: 'SESSION_CONFLICT',
    })
    expect(await stored(sessions)).toEqual([user('Something else'), assistant('Done.')])
  })

  it('does not append the results of its calls twice', async () => {
    const sessions = await pendingIn()
    const [first] = await two(sessions)
    await first.append(calls('a'))
    const [one, other] = await two(sessions)
    await one.append(result('a'))
    await expect(other.append(result('a'))).rejects.toMatchObject({ code: 'SESSION_CONFLICT' })
    expect(await stored(sessions)).toEqual([user('Buy one ticket'), calls('a'), result('a')])
  })

  it('does not append a question that is in the session already', async () => {
    const sessions = await pendingIn()
    await sessions.append(scope, id, [user('Buy one ticket')])
    const [run] = await two(sessions)
    await run.append(assistant('Bought.'))
    expect(await stored(sessions)).toEqual([user('Buy one ticket'), assistant('Bought.')])
  })

  it('gets the cut that the request was first reported with', async () => {
    const sessions = createSessionStore()
    const run = await openRun(talk(), { sessions, scope, id })
    await run.next({ message: 'One' })
    await run.append(thought('one'))
    await run.cut()
    const { report } = await run.next({ message: 'Two' })
    const again = await run.next({ message: 'Two' })
    const [other] = await two(sessions)
    const resumed = await other.next({ message: 'Two' })
    expect(report.run?.cut).toMatchObject({ reason: 'asked', thinkingLost: 1 })
    expect([again.report.run?.cut, resumed.report.run?.cut]).toEqual([report.run?.cut, report.run?.cut])
    expect([again.run, resumed.run]).toEqual([run.state, run.state])
    await other.append(assistant('two'))
    expect(cutOf(await other.next({ message: 'Three' }))).toBeUndefined()
  })
})

describe('a question that was sent as two requests, since something was erased between them', () => {
  it.each([0, 1])('is followed by a declared cut, whichever of them is answered (%i)', async (answers) => {
    const sessions = createSessionStore()
    const notes: Record<string, string> = { secret: 'The code is 4711.' }
    const runs = [
      await openRun(telling(notes), { sessions, scope, id }),
      await openRun(telling(notes), { sessions, scope, id }),
    ] as const
    await runs[0].next({ message: 'One' })
    await runs[0].append(thought('one'))
    await runs[0].next({ message: 'Two' })
    delete notes['secret']
    expect(cutOf(await runs[1].next({ message: 'Two' }))).toBe('revoked')
    await runs[answers as 0].append(thought('two'))
    const next = await runs[0].next({ message: 'Three' })
    expect([cutOf(next), thinks(next)]).toEqual(['asked', [false, false]])
  })
})
