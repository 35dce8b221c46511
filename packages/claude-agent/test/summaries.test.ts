import type { Notice } from '@lamella/core'
import type { SessionStore } from '@lamella/store'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ClaudeEntry, claudeSessions, type FoldSessionSummary } from '../src/index.ts'
import { stores } from './helpers/stores.ts'

const key = { projectKey: 'work', sessionId: 'one' }
const line = (name: string): ClaudeEntry => ({ type: 'user', uuid: name, name })

/** A summary in which each entry can be seen. */
const foldSessionSummary: FoldSessionSummary = (previous, { sessionId }, entries, { mtime }) => {
  const names = (previous?.data['names'] ?? []) as readonly unknown[]
  return { sessionId, mtime, data: { names: [...names, ...entries.map(({ uuid }) => uuid)] } }
}

describe.each(stores)('summaries in %s', (_, open) => {
  let base: SessionStore
  let tenants = 0
  const owner = (): { tenant: string } => ({ tenant: `t${tenants}` })
  beforeAll(async () => {
    base = await open()
  })

  it('are absent without a function that makes them', () => {
    expect(claudeSessions(base, owner()).listSessionSummaries).toBe(undefined)
  })

  it('have every entry of the main transcript once, and the time of the list', async () => {
    tenants++
    let time = Date.parse('2026-01-01T00:00:00.123Z')
    const now = (): Date => {
      time += 1_000
      return new Date(time)
    }
    const store = claudeSessions(base, owner(), { foldSessionSummary, now })
    await store.append(key, [line('a'), line('b')])
    await store.append(key, [line('b'), line('c')])
    await store.append({ ...key, subpath: 'subagents/agent-1' }, [line('d')])
    const [listed] = await store.listSessions('work')
    expect(await store.listSessionSummaries?.('work')).toEqual([
      { sessionId: 'one', mtime: listed?.mtime, data: { names: ['a', 'b', 'c'] } },
    ])
    expect(listed?.mtime).toBe(Date.parse('2026-01-01T00:00:02.123Z'))
  })

  it('have the entries of two writers, whoever came first', async () => {
    tenants++
    const writers = [1, 2].map(() => claudeSessions(base, owner(), { foldSessionSummary }))
    const names = Array.from({ length: 10 }, (__, index) => `${index}`)
    await Promise.all(
      writers.map(async (store, writer) => {
        for (const name of names) await store.append(key, [line(`${writer}${name}`)])
      }),
    )
    const [store] = writers
    const loaded = ((await store?.load(key)) ?? []).map(({ uuid }) => uuid)
    const [summary] = (await store?.listSessionSummaries?.('work')) ?? []
    expect(loaded).toHaveLength(20)
    expect(summary?.data).toEqual({ names: loaded })
  })

  it('go on after entries of a writer that makes none', async () => {
    tenants++
    await claudeSessions(base, owner()).append(key, [line('a')])
    const store = claudeSessions(base, owner(), { foldSessionSummary })
    expect(await store.listSessionSummaries?.('work')).toEqual([])
    await store.append(key, [line('b')])
    expect((await store.listSessionSummaries?.('work'))?.[0]?.data).toEqual({ names: ['a', 'b'] })
  })

  it('that failed once do not begin again in the middle', async () => {
    tenants++
    let isDown = true
    const fold: FoldSessionSummary = (...all) => {
      if (isDown) throw new Error('Not now.')
      return foldSessionSummary(...all)
    }
    const store = claudeSessions(base, owner(), { foldSessionSummary: fold, onNotice: () => undefined })
    await store.append(key, [line('a')])
    isDown = false
    await store.append(key, [line('b')])
    expect(await store.listSessionSummaries?.('work')).toEqual([])
    const other = claudeSessions(base, owner(), { foldSessionSummary })
    await other.append(key, [line('c')])
    expect((await other.listSessionSummaries?.('work'))?.[0]?.data).toEqual({ names: ['a', 'b', 'c'] })
  })

  it('has every entry after an append that others outran ten times', async () => {
    tenants++
    // Another writer goes first, ten times.
    let outrun = 10
    const busy: SessionStore = {
      ...base,
      append: async (scope, session, messages, options) => {
        if (outrun-- > 0) await claudeSessions(base, owner(), { foldSessionSummary }).append(key, [line(`o${outrun}`)])
        return await base.append(scope, session, messages, options)
      },
    }
    const store = claudeSessions(busy, owner(), { foldSessionSummary, onNotice: () => undefined })
    await store.append(key, [line('a')])
    await store.append(key, [line('b')])
    const loaded = ((await store.load(key)) ?? []).map(({ uuid }) => uuid)
    expect(loaded).toHaveLength(12)
    expect((await store.listSessionSummaries?.('work'))?.[0]?.data).toEqual({ names: loaded })
  })

  it('that fail lose no entry', async () => {
    tenants++
    const notices: Notice[] = []
    const fold = (): never => {
      throw new Error('No.')
    }
    const onNotice = (notice: Notice): void => void notices.push(notice)
    const store = claudeSessions(base, owner(), { foldSessionSummary: fold, onNotice })
    await store.append(key, [line('a')])
    expect(await store.load(key)).toEqual([line('a')])
    expect(notices[0]?.code).toBe('CLAUDE_SUMMARY_FAILED')
  })
})
