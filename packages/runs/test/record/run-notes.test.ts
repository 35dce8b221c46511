import { defineLayer } from '@lamella/core'
import { openRun } from '@lamella/runs'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { talk } from '../support/runs.ts'

const id = 's'
const head = 'You are Kim. '.repeat(200)
const answer = { role: 'assistant', content: 'Yes.' } as const

/** Notes that can be erased, beside a long head. */
function builderWith(notes: () => readonly string[]): ReturnType<typeof talk> {
  return talk(40_000)
    .use(defineLayer('head', { order: 0, update: 'hold', load: () => head }))
    .use(
      defineLayer('notes', {
        order: 1,
        update: 'add',
        load: ({ run }) => {
          const fragments = notes().map((content) => ({ id: content, content }))
          return { fragments, ...(run && { revoked: run.told.filter((one) => !notes().includes(one)) }) }
        },
      }),
    ) as ReturnType<typeof talk>
}

const builder = builderWith(() => ['tea'])

async function asked(sessions: SessionStore, turns: number): Promise<void> {
  const run = await openRun(builder, { sessions, scope, id })
  for (let turn = 0; turn < turns; turn++) {
    await run.next({ message: `Question ${turn}` })
    await run.append(answer)
  }
}

describe('what a store keeps of a run', () => {
  it('has the head of an epoch once, and grows by what each turn adds', async () => {
    const sessions = createSessionStore()
    await asked(sessions, 6)
    const stored = await sessions.runs.read(scope, id)
    expect(JSON.stringify(stored).split(head).length - 1).toBe(1)
    expect(stored?.added?.length).toBe(5)
    for (const part of stored?.added ?? []) expect(JSON.stringify(part).length).toBeLessThan(1_000)
  })

  it('is continued with the same bytes by a process that reads it, at any turn', async () => {
    for (const turns of [1, 2, 5]) {
      const [one, two] = [createSessionStore(), createSessionStore()]
      await asked(one, turns)
      await asked(two, turns)
      const run = await openRun(builder, { sessions: one, scope, id })
      await two.transfer.fork(scope, id, 'fork')
      const fork = await openRun(builder, { sessions: two, scope, id: 'fork' })
      const [here, there] = [await run.next({ message: 'Next' }), await fork.next({ message: 'Next' })]
      expect(here.messages).toEqual(there.messages)
      expect(here.report.run?.cut).toBe(undefined)
      expect(there.report.run?.cut).toBe(undefined)
    }
  })

  it('begins anew if a part of it is damaged, missing, or from elsewhere', async () => {
    const sessions = createSessionStore()
    await asked(sessions, 4)
    const stored = await sessions.runs.read(scope, id)
    const added = stored?.added ?? []
    const damages = [
      added.slice(1),
      added.slice(0, -2).concat(added.slice(-1)),
      [{ spec: 1, runs: { '': [{ pending: [7] }] } }, ...added],
    ]
    for (const parts of damages) {
      const runs = { ...sessions.runs, read: async () => stored && { ...stored, added: parts } }
      const run = await openRun(builder, { sessions: { ...sessions, runs }, scope, id })
      // Whatever is left of it: a state that was sent, or none. Never one that nobody sent.
      const marks = run.state?.marks ?? []
      expect(marks.every(({ at }) => at <= 8)).toBe(true)
    }
    const torn = {
      ...sessions.runs,
      read: async () => stored && { ...stored, added: [{ spec: 1, runs: { '': ['x'] } }] },
    }
    const run = await openRun(builder, { sessions: { ...sessions, runs: torn }, scope, id })
    expect(run.state).toBe(undefined)
  })

  it('loses what was erased, and everything that was added before', async () => {
    const sessions = createSessionStore()
    let notes = ['secret 4711']
    const own = builderWith(() => notes)
    const run = await openRun(own, { sessions, scope, id })
    for (let turn = 0; turn < 3; turn++) {
      await run.next({ message: `Question ${turn}` })
      await run.append(answer)
    }
    expect(JSON.stringify(await sessions.runs.read(scope, id))).toContain('4711')
    notes = []
    await run.next({ message: 'Anything left?' })
    expect(JSON.stringify(await sessions.runs.read(scope, id))).not.toContain('4711')
  })

  it('is written as one part again before it has too many', async () => {
    const sessions = createSessionStore()
    const run = await openRun(builder, { sessions, scope, id })
    let most = 0
    for (let turn = 0; turn < 300; turn++) {
      await run.next({ message: `Question ${turn}` })
      most = Math.max(most, (await sessions.runs.read(scope, id))?.added?.length ?? 0)
    }
    expect(most).toBe(255)
  })
})
