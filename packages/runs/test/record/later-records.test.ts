import type { JsonValue } from '@lamella/core'
import { extend, openRun, type RunState, scrubRuns } from '@lamella/runs'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../../../core/test/support/layers.ts'
import { assistant, talk, user } from '../support/runs.ts'

type Part = Record<string, JsonValue>
const id = 'telegram_4711'

/** A store with a run of one turn, and what it keeps of it. */
async function begun(): Promise<{ readonly sessions: SessionStore; readonly part: Part; readonly version: number }> {
  const sessions = createSessionStore()
  const run = await openRun(talk(), { sessions, scope, id })
  await run.next({ message: 'One' })
  await run.append(assistant('Answer.'))
  const stored = await sessions.runs.read(scope, id)
  return { sessions, part: stored?.run as Part, version: stored?.version ?? 0 }
}

const newer = { code: 'FORMAT_NEWER', details: { format: 'run', version: 2, known: 1 } }

describe('a run that a later release kept', () => {
  it('is not begun anew and not replaced if its version is newer', async () => {
    const { sessions, part, version } = await begun()
    const later = { ...part, spec: 2 }
    await sessions.runs?.write(scope, id, later, version)
    await expect(openRun(talk(), { sessions, scope, id })).rejects.toMatchObject(newer)
    await expect(scrubRuns({ sessions, scope })).rejects.toMatchObject(newer)
    expect((await sessions.runs?.read(scope, id))?.run).toEqual(later)
  })

  it('is not begun anew either if only a state in it is of a newer version', async () => {
    const { sessions, part, version } = await begun()
    const text = JSON.stringify(part).replaceAll('"spec":1,"scope"', '"spec":2,"scope"')
    await sessions.runs?.write(scope, id, JSON.parse(text) as Part, version)
    await expect(openRun(talk(), { sessions, scope, id })).rejects.toMatchObject(newer)
  })

  it('continues, and keeps the fields of its record that this release does not know', async () => {
    const { sessions, part, version } = await begun()
    const runs = part['runs'] as Record<string, Record<string, JsonValue>[]>
    const noted = Object.entries(runs).map(([agent, notes]) => [
      agent,
      notes.map((one) => ({ ...one, mood: { is: 'calm' } })),
    ])
    await sessions.runs?.write(scope, id, { ...part, runs: Object.fromEntries(noted) as JsonValue }, version)
    const run = await openRun(talk(), { sessions, scope, id })
    const second = await run.next({ message: 'Two' })
    expect(second.report.run?.cut).toBe(undefined)
    await run.append(assistant('Again.'))
    await run.next({ message: 'Three' })
    const stored = await sessions.runs?.read(scope, id)
    const last = [stored?.run, ...(stored?.added ?? [])].at(-1) as Part
    expect(JSON.stringify(last)).toContain('"mood":{"is":"calm"}')
  })

  it('is rejected by its version when a program passes it', async () => {
    const { run } = await extend(talk(), { scope, session: [user('a'), assistant('b')], message: 'c' })
    const later = { ...run, spec: 2 } as unknown as RunState
    await expect(extend(talk(), { scope, session: [], message: 'd', run: later })).rejects.toMatchObject(newer)
  })
})
