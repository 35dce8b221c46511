import { type ContextBuilder, defineLayer } from '@lamella/core'
import { extend, nextOfRun, openRun, scrubRuns } from '@lamella/runs'
import { openSession, type SessionRuns, type SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { cutOf, talk, thinks, thought } from '../support/runs.ts'

const notes = { secret: 'The code is 4711.', tea: 'Likes tea.' }

/** A builder whose memory has these notes. */
const telling = (...ids: readonly (keyof typeof notes)[]): ContextBuilder<string> =>
  talk().use(
    defineLayer('notes', {
      order: 1,
      update: 'add',
      load: ({ run }) => ({
        fragments: ids.map((id) => ({ id, content: notes[id] })),
        ...(run && { revoked: run.told.filter((id) => !ids.includes(id as 'tea')) }),
      }),
    }),
  )

async function talked(sessions: SessionStore, id: string, builder: ContextBuilder<string>) {
  const run = await openRun(builder, { sessions, scope, id })
  await run.next({ message: 'One' })
  await run.append(thought('one'))
  await run.next({ message: 'Two' })
  return run
}

const kept = async (sessions: SessionStore, id: string): Promise<string> =>
  JSON.stringify((await sessions.runs?.read(scope, id)) ?? null)

describe('what was erased is removed from all stored runs of a scope', () => {
  it('also of sessions that nobody continues, and leaves the others as they are', async () => {
    const sessions = createSessionStore()
    for (let n = 0; n < 250; n++)
      await talked(sessions, `s${n}`, telling(...(n % 2 ? (['tea'] as const) : (['tea', 'secret'] as const))))
    const before = await sessions.runs.read(scope, 's1')
    const { scrubbed, unreadable } = await scrubRuns({ sessions, scope, erased: { notes: ['secret'] } })
    expect([scrubbed.length, unreadable]).toEqual([125, []])
    for (let n = 0; n < 250; n++) expect(await kept(sessions, `s${n}`)).not.toContain('4711')
    expect(await sessions.runs.read(scope, 's1')).toEqual(before)
    expect(await scrubRuns({ sessions, scope, erased: { notes: ['secret'] } })).toEqual({
      scrubbed: [],
      unreadable: [],
    })
  })

  it('and the next request of such a run begins a new epoch, for the right reason', async () => {
    const sessions = createSessionStore()
    await talked(sessions, 's', telling('secret', 'tea'))
    await scrubRuns({ sessions, scope, erased: { notes: ['secret'] } })
    const run = await openRun(telling('tea'), { sessions, scope, id: 's' })
    expect(run.pending?.message?.content).toBe('Two')
    const next = await run.next({ message: 'Another' })
    expect([cutOf(next), next.report.run?.epoch, thinks(next)]).toEqual(['revoked', 2, [false]])
    await run.append(thought('two'))
    expect(cutOf(await run.next({ message: 'Three' }))).toBeUndefined()
  })

  it('although the answer to a request that had it comes later', async () => {
    const sessions = createSessionStore()
    const run = await talked(sessions, 's', telling('secret'))
    await scrubRuns({ sessions, scope })
    await run.append(thought('two'))
    const next = await (await openRun(telling('tea'), { sessions, scope, id: 's' })).next({ message: 'Three' })
    expect([cutOf(next), thinks(next)]).toEqual(['revoked', [false, false]])
  })

  it('of each agent', async () => {
    const sessions = createSessionStore()
    for (const agent of ['kim', 'lee']) {
      const session = await openSession(sessions, scope, 's')
      const read = async () => ({ length: 0, base: 0 })
      await nextOfRun({ sessions, scope, id: 's', agent }, read, (input) =>
        extend(telling('secret'), { ...input, scope, session }),
      )
    }
    expect((await kept(sessions, 's')).split('4711')).toHaveLength(3)
    expect((await scrubRuns({ sessions, scope })).scrubbed).toEqual(['s'])
    expect(await kept(sessions, 's')).not.toContain('4711')
  })

  it('and what cannot be read of a record is removed with it', async () => {
    const sessions = createSessionStore()
    await sessions.runs.write(scope, 's', { spec: 1, runs: { '': { pending: '4711' } } }, 0)
    expect((await scrubRuns({ sessions, scope, erased: {} })).scrubbed).toEqual(['s'])
    expect(await kept(sessions, 's')).not.toContain('4711')
  })

  it('while another process writes: it is read again', async () => {
    const sessions = createSessionStore()
    const run = await talked(sessions, 's', telling('secret'))
    let reads = 0
    const read: SessionRuns['read'] = async (...args) => {
      const stored = await sessions.runs.read(...args)
      if (reads++ === 0) await run.next({ message: 'Meanwhile' })
      return stored
    }
    await scrubRuns({
      sessions: { ...sessions, runs: { ...sessions.runs, read } },
      scope,
      erased: { notes: ['secret'] },
    })
    expect([reads, (await kept(sessions, 's')).includes('4711')]).toEqual([2, false])
  })

  it.each([
    [{ sessions: {}, scope }, 'sessions'],
    [{ sessions: createSessionStore() }, 'scope'],
    [{ sessions: createSessionStore(), scope, erased: ['tea'] }, 'erased'],
    [{ sessions: createSessionStore(), scope, erased: { notes: 'tea' } }, 'erased'],
  ])('unless an option is wrong, which is an error that names it', async (options, option) => {
    await expect(scrubRuns(options as never)).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { option } })
  })
})
