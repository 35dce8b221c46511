import type { SessionStore } from '@lamella/store'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ClaudeSessions, claudeSessions, type Environment, inPrivateFolder } from '../../src/index.ts'
import { stores } from '../helpers/stores.ts'
import { type Api, startApi } from './api.ts'
import { installed, loadSdk, type Project, project, type Sdk, watched } from './sdk.ts'

if (installed === undefined) console.log('skipped: runs of the Claude Agent SDK, since LAMELLA_CLAUDE_SDK is not set')

describe.skipIf(installed === undefined).each(stores)('queries of the SDK with sessions in %s', (_, open) => {
  let [sdk, api, place, base] = [] as unknown as [Sdk, Api, Project, SessionStore]
  let tenants = 0
  const fresh = (): ClaudeSessions =>
    claudeSessions(base, { tenant: `t${tenants++}` }, { foldSessionSummary: sdk.foldSessionSummary })
  const run = (use: (env: Environment) => Promise<void>): Promise<void> => inPrivateFolder(use)
  const lastAsked = (): string => JSON.stringify(api.asked.at(-1)?.messages)

  beforeAll(async () => {
    ;[sdk, api, base] = [await loadSdk(), await startApi(), await open()]
    place = project(sdk, api)
  })

  it('run, resume and continue; what the SDK gives comes back as it was', async () => {
    const { store: sessionStore, appended } = watched(fresh())
    const first = { id: '' }
    await run(async (env) => {
      first.id = (await place.ask("Please RUN <printf 'zero \\\\000 byte'>", { sessionStore }, env)).id
    })
    await run(async (env) => {
      const { id } = await place.ask('And then?', { sessionStore, resume: first.id }, env)
      expect(id).toBe(first.id)
      expect(lastAsked()).toContain('tool_result')
      await place.ask('What else?', { sessionStore, continue: true }, env)
      expect(lastAsked()).toContain('And then?')
    })
    const transcripts = appended(first.id)
    expect(transcripts.length).toBeGreaterThan(0)
    for (const [key, entries] of transcripts) expect(await sessionStore.load(key)).toEqual(entries)
    const [listed] = await sdk.listSessions({ sessionStore, dir: place.dir })
    expect(listed).toMatchObject({ sessionId: first.id })
    const shown = await sdk.getSessionMessages(first.id, { sessionStore, dir: place.dir })
    expect(shown.filter(({ type }) => type === 'user').length).toBeGreaterThanOrEqual(3)
  })

  it('fork, by the option and by the function, and delete', async () => {
    const { store: sessionStore, appended } = watched(fresh())
    await run(async (env) => {
      const { id } = await place.ask('Remember the pelican.', { sessionStore }, env)
      const fork = await place.ask('And now?', { sessionStore, resume: id, forkSession: true }, env)
      expect(fork.id).not.toBe(id)
      expect(lastAsked()).toContain('pelican')
      const { sessionId } = await sdk.forkSession(id, { sessionStore, dir: place.dir })
      for (const one of [id, fork.id, sessionId]) {
        for (const [key, entries] of appended(one)) expect(await sessionStore.load(key)).toEqual(entries)
      }
      await place.ask('Go on.', { sessionStore, resume: sessionId }, env)
      expect(lastAsked()).toContain('pelican')
      await sdk.deleteSession(id, { sessionStore, dir: place.dir })
      const left = await sdk.listSessions({ sessionStore, dir: place.dir })
      expect(left.map((one) => one.sessionId).sort()).toEqual([fork.id, sessionId].sort())
    })
  })

  it('go on when the store fails, and say that a batch was dropped', async () => {
    const store = fresh()
    let fails = true
    const append: ClaudeSessions['append'] = async (...args) => {
      if (fails) throw new Error('No connection.')
      await store.append(...args)
    }
    const sessionStore = { ...store, append }
    await run(async (env) => {
      const { id, messages } = await place.ask('Hello', { sessionStore }, env)
      expect(messages.filter(({ subtype }) => subtype === 'mirror_error').length).toBeGreaterThan(0)
      expect(await sdk.listSessions({ sessionStore: store, dir: place.dir })).toEqual([])
      fails = false
      const { id: next } = await place.ask('Hello again', { sessionStore }, env)
      expect(next).not.toBe(id)
      await place.ask('And again', { sessionStore, resume: next }, env)
      expect(lastAsked()).toContain('Hello again')
    })
  })

  it('keep the lines of two queries on one session', async () => {
    const { store: sessionStore, appended } = watched(fresh())
    await run(async (env) => {
      const { id } = await place.ask('Hello', { sessionStore }, env)
      await Promise.all(['Left', 'Right'].map((prompt) => place.ask(prompt, { sessionStore, resume: id }, env)))
      for (const [key, entries] of appended(id)) {
        const loaded = ((await sessionStore.load(key)) ?? []).map((one) => JSON.stringify(one))
        expect(loaded.sort()).toEqual(entries.map((one) => JSON.stringify(one)).sort())
        expect(loaded.join()).toContain('Left')
        expect(loaded.join()).toContain('Right')
      }
    })
  })
})
