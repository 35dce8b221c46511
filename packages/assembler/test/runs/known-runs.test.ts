import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, defineLayer, type Message } from '@lamella/core'
import { history, message, system } from '@lamella/layers'
import { type SqliteStores, sqlite } from '@lamella/provider-sqlite'
import { openRun, type Run } from '@lamella/runs'
import type { SessionStore } from '@lamella/store'
import { afterAll, describe, expect, it, vi } from 'vitest'

const ada = { tenant: 'acme', user: 'ada' }
const id = 's'
const answer = (content: string): Message => ({ role: 'assistant', content })

const folder = mkdtempSync(join(tmpdir(), 'lamella-known-runs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns numbers from 0 to 1, the same for each seed. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

let files = 0

/** Memory that changes between requests: each is told once. */
let notes: readonly string[] = []
const builder = createContext()
  .use([
    system({ prompt: 'Be kind.' }),
    defineLayer('notes', {
      order: 150,
      update: 'add',
      load: () => notes.map((note) => ({ id: note, content: `Note: ${note}` })),
    }),
    history(),
    message(),
  ])
  .budget({ window: 4_000, reserve: 500 })

/** A store that cannot say which state it has, so that each state is read. */
function forgetful(sessions: SqliteStores['sessions']): SessionStore {
  const { version: _, ...runs } = sessions.runs
  return { ...sessions, runs }
}

const open = (sessions: SessionStore): Promise<Run> => openRun(builder, { sessions, scope: ada, id })

const ask = async (sessions: SessionStore, content: string): Promise<string> => askIn(await open(sessions), content)

const askIn = async (run: Run, content: string): Promise<string> => {
  const context = await run.next({ message: { role: 'user', content }, now: new Date(0) })
  const { system: head, messages, run: state } = context
  return JSON.stringify({ head, messages, state })
}

const reply = async (sessions: SessionStore, content: string): Promise<void> => {
  const run = await openRun(builder, { sessions, scope: ada, id })
  if (run.pending) await run.append(answer(content))
}

/** Plays the same steps with two connections to one file, and returns all requests. */
async function play(
  wrap: (sessions: SqliteStores['sessions']) => SessionStore,
  seed: number,
): Promise<readonly string[]> {
  const path = join(folder, `${files++}.db`)
  const stores: readonly SqliteStores[] = await Promise.all([sqlite(path), sqlite(path)])
  const [one, two] = stores.map(({ sessions }) => wrap(sessions)) as [SessionStore, SessionStore]
  const [ofOne, ofTwo] = [await open(one), await open(two)]
  const next = numbers(seed)
  const requests: string[] = []
  notes = []
  for (let step = 0; step < 40; step++) {
    const store = next() < 0.5 ? one : two
    const what = next()
    if (what < 0.2) notes = [...notes, `n${step}`]
    else if (what < 0.55) requests.push(await askIn(store === one ? ofOne : ofTwo, `Question ${Math.floor(next() * 3)}`))
    else if (what < 0.9) await reply(store, `Answer ${step}`)
    else if (what < 0.95) await store.delete(ada, id)
    else {
      const version = (await store.runs?.read(ada, id))?.version ?? 0
      await store.runs?.write(ada, id, { spec: 1, runs: {} }, version)
    }
  }
  await Promise.all(stores.map(({ close }) => close()))
  return requests
}

describe('a state that an opened run has already', () => {
  it('is used only while it is the state of the store, whichever of two connections changes or deletes it', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const requests = await play((sessions) => sessions, seed)
      expect(requests).toEqual(await play(forgetful, seed))
    }
  })

  it('is not read again by the run that was opened', async () => {
    const { sessions, close } = await sqlite(':memory:')
    const read = vi.fn(sessions.runs.read)
    const run = await openRun(builder, { sessions: { ...sessions, runs: { ...sessions.runs, read } }, scope: ada, id })
    // The first state has no series yet when it is written.
    for (let turn = 0; turn < 2; turn++) {
      await run.next({ message: `Question ${turn}` })
      await run.append(answer('Yes.'))
    }
    const before = read.mock.calls.length
    for (let turn = 2; turn < 7; turn++) {
      await run.next({ message: `Question ${turn}` })
      await run.append(answer('Yes.'))
    }
    expect(read.mock.calls.length).toBe(before)
    await close()
  })

  it('does not change with the contexts that were made of it', async () => {
    const { sessions, close } = await sqlite(':memory:')
    const wanted = await (async () => {
      const other = await sqlite(':memory:')
      await ask(other.sessions, 'First?')
      await reply(other.sessions, 'Yes.')
      const request = await ask(other.sessions, 'Second?')
      await other.close()
      return request
    })()
    const run = await openRun(builder, { sessions, scope: ada, id })
    const first = await run.next({ message: { role: 'user', content: 'First?' }, now: new Date(0) })
    for (const part of first.system) Object.assign(part, { content: 'changed' })
    for (const part of first.run.head.system) Object.assign(part, { content: 'changed' })
    await reply(sessions, 'Yes.')
    const again = await openRun(builder, { sessions, scope: ada, id })
    for (const part of again.state?.head.system ?? []) Object.assign(part, { content: 'changed' })
    expect(await ask(sessions, 'Second?')).toBe(wanted)
    await close()
  })

  it('has what its requests have in common once, however many wait for an answer', async () => {
    const { sessions, close } = await sqlite(':memory:')
    const long = createContext()
      .use([system({ prompt: 'word '.repeat(2_000) }), history(), message()])
      .budget({ window: 8_000, reserve: 500 })
    const run = await openRun(long, { sessions, scope: ada, id })
    for (let turn = 0; turn < 8; turn++) await run.next({ message: { role: 'user', content: `Question ${turn}` } })
    const kept = JSON.stringify(await sessions.runs.read(ada, id))
    expect(kept.split('word word').length - 1).toBeLessThanOrEqual(1_000)
    const again = await openRun(long, { sessions: forgetful(sessions), scope: ada, id })
    const context = await again.next({ message: { role: 'user', content: 'Question 3' } })
    expect(context.report.run?.cut).toBeUndefined()
    expect(context.system[0]?.content).toContain('word word')
    await close()
  })
})
