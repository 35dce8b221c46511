import type { SessionStore } from '@lamella/store'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ClaudeEntry, type ClaudeSessions, claudeSessions } from '../src/index.ts'
import { stores } from './helpers/stores.ts'

// What the examples of the SDK ask of every store, as of its repository on 2026-08-22.
const entries = (...names: readonly string[]): ClaudeEntry[] => names.map((n) => ({ type: 'user', uuid: n, n }))
const main = { projectKey: 'work', sessionId: 'one' }
const sub = { ...main, subpath: 'subagents/agent-1' }
const sorted = (texts: readonly string[]): readonly string[] => [...texts].sort()

describe.each(stores)('sessions in %s', (_, open) => {
  let base: SessionStore
  let tenants = 0
  const fresh = (): ClaudeSessions => claudeSessions(base, { tenant: `t${tenants++}` })
  beforeAll(async () => {
    base = await open()
  })

  it('return the same entries in the same order', async () => {
    const store = fresh()
    await store.append(main, entries('a', 'b', 'c'))
    expect(await store.load(main)).toEqual(entries('a', 'b', 'c'))
  })

  it('are null for an unknown key, main or sub-agent', async () => {
    const store = fresh()
    expect(await store.load(main)).toBe(null)
    expect(await store.load(sub)).toBe(null)
  })

  it('keep the order of several appends', async () => {
    const store = fresh()
    for (const n of ['z', 'a', 'm']) await store.append(main, entries(n))
    expect(await store.load(main)).toEqual(entries('z', 'a', 'm'))
  })

  it('do not exist after an append of nothing', async () => {
    const store = fresh()
    await store.append(main, [])
    expect(await store.load(main)).toBe(null)
    expect(await store.listSessions('work')).toEqual([])
  })

  it('keep a sub-agent apart from the main transcript', async () => {
    const store = fresh()
    await store.append(main, entries('a'))
    await store.append(sub, entries('b'))
    expect(await store.load(main)).toEqual(entries('a'))
    expect(await store.load(sub)).toEqual(entries('b'))
  })

  it('keep projects apart', async () => {
    const store = fresh()
    await store.append(main, entries('a'))
    await store.append({ ...main, projectKey: 'other' }, entries('b'))
    expect(await store.load(main)).toEqual(entries('a'))
  })

  it('list those of one project, with milliseconds of the store', async () => {
    const store = fresh()
    await store.append(main, entries('a'))
    await store.append({ ...main, sessionId: 'two' }, entries('b'))
    await store.append({ projectKey: 'other', sessionId: 'three' }, entries('c'))
    const listed = await store.listSessions('work')
    expect(sorted(listed.map(({ sessionId }) => sessionId))).toEqual(['one', 'two'])
    for (const { mtime } of listed) expect(mtime).toBeGreaterThan(1e12)
    expect(await store.listSessions('unknown')).toEqual([])
  })

  it('do not list a session that has only sub-agents', async () => {
    const store = fresh()
    await store.append(sub, entries('a'))
    expect(await store.listSessions('work')).toEqual([])
  })

  it('are null after their deletion; deleting the unknown is no error', async () => {
    const store = fresh()
    await store.delete(main)
    await store.append(main, entries('a'))
    await store.delete(main)
    expect(await store.load(main)).toBe(null)
    expect(await store.listSessions('work')).toEqual([])
  })

  it('lose their sub-agents, and nothing else, with the main transcript', async () => {
    const store = fresh()
    const others = [
      { ...main, sessionId: 'one-more' },
      { ...main, projectKey: 'other' },
      { ...sub, sessionId: 'one0' },
    ]
    for (const key of [main, sub, { ...sub, subpath: 'subagents/agent-2' }, ...others]) {
      await store.append(key, entries('a'))
    }
    await store.delete(main)
    expect(await store.load(sub)).toBe(null)
    expect(await store.listSubkeys(main)).toEqual([])
    for (const key of others) expect(await store.load(key)).toEqual(entries('a'))
  })

  it('lose one sub-agent alone', async () => {
    const store = fresh()
    const second = { ...sub, subpath: 'subagents/agent-2' }
    for (const key of [main, sub, second]) await store.append(key, entries('a'))
    await store.delete(sub)
    expect(await store.load(sub)).toBe(null)
    expect(await store.load(second)).toEqual(entries('a'))
    expect(await store.load(main)).toEqual(entries('a'))
  })

  it('list the sub-agents of one session', async () => {
    const store = fresh()
    await store.append(main, entries('a'))
    const subpaths = ['subagents/agent-1', 'subagents/agent-2']
    for (const subpath of subpaths) await store.append({ ...main, subpath }, entries('a'))
    await store.append({ ...sub, sessionId: 'two', subpath: 'subagents/agent-3' }, entries('a'))
    expect(sorted(await store.listSubkeys(main))).toEqual(subpaths)
  })

  it('do not list the main transcript as a sub-agent', async () => {
    const store = fresh()
    await store.append(main, entries('a'))
    expect(await store.listSubkeys(main)).toEqual([])
  })
})
