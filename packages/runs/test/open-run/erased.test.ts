import { type BuiltContext, type ContextBuilder, defineLayer } from '@lamella/core'
import { openRun } from '@lamella/runs'
import type { SessionRuns, SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { pricing } from '../../../models/src/index.ts'
import { assistant, cutOf, talk, thinks, thought, updates } from '../support/runs.ts'

const id = 'telegram_4711'
const secret = 'The code is 4711.'

/** A memory, and a builder that tells it. */
function world(): { readonly notes: Record<string, string>; readonly builder: ContextBuilder<string> } {
  const notes: Record<string, string> = {}
  const layer = defineLayer('notes', {
    order: 1,
    update: 'add',
    load: ({ run }) => ({
      fragments: Object.entries(notes).map(([key, content]) => ({ id: key, content })),
      ...(run && { revoked: run.told.filter((key) => !Object.hasOwn(notes, key)) }),
    }),
  })
  return { notes, builder: talk().use(layer) }
}

const isKept = async (sessions: SessionStore): Promise<boolean> =>
  JSON.stringify((await sessions.runs?.read(scope, id)) ?? null).includes('4711')

/** A store that records which writes ask for the bytes of the state before to be removed. */
function purging(): { readonly sessions: SessionStore; readonly purges: boolean[] } {
  const own = createSessionStore()
  const purges: boolean[] = []
  const write: SessionRuns['write'] = async (...args) => {
    const version = await own.runs.write(...args)
    purges.push(args[4]?.purge === true)
    return version
  }
  return { sessions: { ...own, runs: { ...own.runs, write } }, purges }
}

/** A run that was told a secret and answered. */
async function told(sessions: SessionStore, { notes, builder }: ReturnType<typeof world>) {
  const run = await openRun(builder, { sessions, scope, id })
  await run.next({ message: 'One' })
  await run.append(thought('one'))
  notes['secret'] = secret
  await run.next({ message: 'Two' })
  await run.append(thought('two'))
  return run
}

const tools = [{ name: 'look', inputSchema: { type: 'object' } }] as const

describe('what was erased', () => {
  it('leaves the stored run with the next request, although the epoch begins for another reason', async () => {
    const { sessions, purges } = purging()
    const self = world()
    const run = await told(sessions, self)
    await sessions.compactions?.add(scope, id, { start: 0, end: 2, text: 'A summary.' })
    delete self.notes['secret']
    purges.length = 0
    expect(cutOf(await run.next({ message: 'Three' }))).toBe('asked')
    expect([await isKept(sessions), purges]).toEqual([false, [true]])
    await run.append(assistant('3'))
    expect([await run.scrub(), await isKept(sessions)]).toEqual([undefined, false])
  })

  it('leaves it with the next request, although only a state that was superseded has it', async () => {
    const { sessions, purges } = purging()
    const self = world()
    const run = await told(sessions, self)
    // Another tool begins a new epoch, in which the layer no longer has the note. It is erased later.
    delete self.notes['secret']
    const builder = self.builder.without('notes')
    const silent = defineLayer('notes', { order: 1, update: 'add', load: () => ({ fragments: [], revoked: [] }) })
    const other = await openRun(builder.use(silent), { sessions, scope, id })
    expect(cutOf(await other.next({ message: 'Three', tools }))).toBe('tools')
    expect(await isKept(sessions)).toBe(true)
    await other.append(assistant('3'))
    purges.length = 0
    expect(cutOf(await other.next({ message: 'Four', tools }))).toBeUndefined()
    expect([await isKept(sessions), purges]).toEqual([false, [true]])
    expect(run.pending).toBeUndefined()
  })

  it('leaves it with scrub, although only a state that was superseded has it', async () => {
    const { sessions, purges } = purging()
    const self = world()
    await told(sessions, self)
    const silent = defineLayer('notes', { order: 1, update: 'add', load: () => ({ fragments: [], revoked: [] }) })
    const builder = self.builder.without('notes').use(silent)
    const other = await openRun(builder, { sessions, scope, id })
    await other.next({ message: 'Three', tools })
    await other.append(assistant('3'))
    purges.length = 0
    expect([await other.scrub({ tools }), await isKept(sessions), purges]).toEqual([undefined, false, [true]])
    expect(cutOf(await other.next({ message: 'Four', tools }))).toBeUndefined()
  })

  it('leaves requests that still wait for an answer, and those without it stay', async () => {
    const { sessions } = purging()
    const { notes, builder } = world()
    const a = await openRun(builder, { sessions, scope, id })
    await a.next({ message: 'One' })
    await a.append(thought('one'))
    const clean = await a.next({ message: 'Two' })
    notes['secret'] = secret
    await (await openRun(builder, { sessions, scope, id })).next({ message: 'Other' })
    expect(await isKept(sessions)).toBe(true)
    delete notes['secret']
    const b = await openRun(builder, { sessions, scope, id })
    expect(cutOf(await b.next({ message: 'Two' }))).toBeUndefined()
    expect(await isKept(sessions)).toBe(false)
    await a.append(thought('two'))
    const next = await a.next({ message: 'Three' })
    expect([next.messages.slice(0, 3), cutOf(next)]).toEqual([clean.messages, undefined])
  })

  it('makes the answer to a request that had it be followed by a declared cut', async () => {
    const { sessions } = purging()
    const { notes, builder } = world()
    const [a, b] = [await openRun(builder, { sessions, scope, id }), await openRun(builder, { sessions, scope, id })]
    await a.next({ message: 'One' })
    await a.append(thought('one'))
    notes['secret'] = secret
    await a.next({ message: 'Two' })
    delete notes['secret']
    await b.next({ message: 'Other' })
    await a.append(thought('two'))
    const next = await b.next({ message: 'Three' })
    expect([cutOf(next), thinks(next), await isKept(sessions)]).toEqual(['revoked', [false, false], false])
  })

  it('begins an epoch for the same reason again when the question is rephrased, and the cost goes on', async () => {
    const { sessions } = purging()
    const self = world()
    const builder = self.builder.budget({ window: 10_000, reserve: 10, prices: pricing({ input: 1, output: 1 }) })
    const run = await told(sessions, { ...self, builder })
    const spent = run.state?.cost
    delete self.notes['secret']
    const first = await run.next({ message: 'Three' })
    const second = await run.next({ message: 'Three, in other words' })
    const epochs = [first, second].map(({ report }) => [report.run?.epoch, report.run?.cut?.reason])
    expect(epochs).toEqual([
      [2, 'revoked'],
      [2, 'revoked'],
    ])
    expect(thinks(second)).toEqual([false, false])
    expect([await isKept(sessions), spent?.requests, second.run?.cost?.requests]).toEqual([false, 2, 3])
    await run.append(thought('three'))
    const next = await run.next({ message: 'Four' })
    expect([cutOf(next), thinks(next)]).toEqual([undefined, [false, false, true]])
  })

  it('costs one epoch with scrub, which takes the tools of the requests', async () => {
    const { sessions } = purging()
    const { notes, builder } = world()
    const tools = [{ name: 'look', inputSchema: { type: 'object' } }] as const
    const run = await openRun(builder, { sessions, scope, id })
    notes['secret'] = secret
    await run.next({ message: 'One', tools })
    await run.append(thought('one'))
    delete notes['secret']
    expect(await run.scrub({ tools })).toMatchObject({ reason: 'revoked' })
    const next = await run.next({ message: 'Two', tools })
    expect([cutOf(next), await isKept(sessions)]).toEqual([undefined, false])
    expect(await run.scrub({ tools })).toBeUndefined()
  })

  it('is announced no more, while what was announced beside it is', async () => {
    const { sessions } = purging()
    const self = world()
    const run = await told(sessions, self)
    self.notes['tea'] = 'Likes tea.'
    delete self.notes['secret']
    const texts: (context: BuiltContext) => string = ({ system, messages }) => JSON.stringify({ system, messages })
    const next = await run.next({ message: 'Three' })
    expect([texts(next).includes('Likes tea.'), texts(next).includes('4711'), updates(next)]).toEqual([true, false, []])
  })
})
