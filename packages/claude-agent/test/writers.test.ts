import type { Notice } from '@lamella/core'
import type { SessionStore } from '@lamella/store'
import { createSessionStore } from '@lamella/store/memory'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ClaudeEntry, claudeSessions } from '../src/index.ts'
import { stores } from './helpers/stores.ts'

const key = { projectKey: 'work', sessionId: 'one' }
const line = (uuid: string): ClaudeEntry => ({ type: 'user', uuid })
const uuidsOf = (entries: readonly ClaudeEntry[] | null): readonly unknown[] => (entries ?? []).map(({ uuid }) => uuid)

/** Fails a call of `append` before or after the store has done it. */
function failing(store: SessionStore, ways: ('before' | 'after' | 'never')[]): SessionStore {
  return {
    ...store,
    append: async (...args) => {
      const way = ways.shift() ?? 'never'
      if (way === 'before') throw new Error('No connection.')
      const appended = await store.append(...args)
      if (way === 'after') throw new Error('The answer was lost.')
      return appended
    },
  }
}

describe.each(stores)('writers in %s', (_, open) => {
  let base: SessionStore
  let tenants = 0
  let owner = { tenant: '' }
  const fresh = (): { tenant: string } => {
    owner = { tenant: `t${tenants++}` }
    return owner
  }
  beforeAll(async () => {
    base = await open()
  })

  it.each([[['before', 'after']], [['after', 'before']], [['after', 'after']], [['before', 'never']]] as const)(
    'add a batch once, whose calls failed %s the store had done it',
    async (ways) => {
      const store = claudeSessions(failing(base, ['never', ...ways]), fresh())
      await store.append(key, [line('u0')])
      const batch = [{ type: 'tag', tag: 'x' }, line('u1')]
      for (const _way of ways.filter((way) => way !== 'never')) await expect(store.append(key, batch)).rejects.toThrow()
      await store.append(key, batch)
      await store.append(key, batch)
      await store.append(key, [line('u2')])
      expect(await store.load(key)).toEqual([line('u0'), ...batch, line('u2')])
    },
  )

  it('go on after a batch that was dropped although the store had done it', async () => {
    const store = claudeSessions(failing(base, ['never', 'after']), fresh())
    await store.append(key, [line('u0')])
    await expect(store.append(key, [line('u1')])).rejects.toThrow('The answer was lost.')
    await store.append(key, [line('u1'), line('u2')])
    expect(uuidsOf(await store.load(key))).toEqual(['u0', 'u1', 'u2'])
  })

  it('add calls in their order, although none waits', async () => {
    const store = claudeSessions(base, fresh())
    const names = Array.from({ length: 20 }, (__, index) => `u${index}`)
    await Promise.all(names.map((name) => store.append(key, [line(name)])))
    expect(uuidsOf(await store.load(key))).toEqual(names)
  })

  it('both add to one session, report it, and repeat no uuid', async () => {
    const notices: Notice[] = []
    const options = { onNotice: (notice: Notice) => void notices.push(notice) }
    const writers = [claudeSessions(base, fresh(), options), claudeSessions(base, owner, options)]
    const names = Array.from({ length: 12 }, (__, index) => `u${index}`)
    // Each has half of the lines for itself, and one that both have.
    await Promise.all(
      writers.map(async (store, writer) => {
        for (const name of names) await store.append(key, [line(`${writer}${name}`), line(name)])
      }),
    )
    for (const store of writers) {
      const uuids = uuidsOf(await store.load(key))
      expect([...uuids].sort()).toEqual([...names, ...names.map((n) => `0${n}`), ...names.map((n) => `1${n}`)].sort())
      for (const writer of [0, 1]) {
        const own = uuids.filter((uuid) => String(uuid).startsWith(`${writer}`))
        expect(own).toEqual(names.map((name) => `${writer}${name}`))
      }
    }
    expect(new Set(notices.map(({ code }) => code))).toEqual(new Set(['CLAUDE_OTHER_WRITER']))
  })

  it('begin again after a deletion, their own or that of another process', async () => {
    const [mine, other] = [claudeSessions(base, fresh()), claudeSessions(base, owner)]
    const batch = [line('u1'), line('u2')]
    await mine.append(key, [line('u1')])
    await mine.append(key, batch)
    await mine.delete(key)
    await mine.append(key, batch)
    expect(uuidsOf(await mine.load(key))).toEqual(['u1', 'u2'])
    await other.delete(key)
    await mine.append(key, [line('u2'), line('u3')])
    expect(uuidsOf(await mine.load(key))).toEqual(['u2', 'u3'])
  })

  it('leave nothing half when a deletion comes between their calls', async () => {
    const [mine, other] = [claudeSessions(base, fresh()), claudeSessions(base, owner)]
    const calls = Array.from({ length: 10 }, (__, index) => mine.append(key, [line(`a${index}`), line(`b${index}`)]))
    await Promise.all([...calls, other.delete(key)])
    const uuids = uuidsOf(await mine.load(key))
    // What was added after the deletion: whole batches, and all of them from some point on.
    const from = 10 - uuids.length / 2
    expect(uuids).toEqual(calls.slice(from).flatMap((__, index) => [`a${from + index}`, `b${from + index}`]))
    await mine.append(key, [line('a0')])
    expect(uuidsOf(await other.load(key)).filter((uuid) => uuid === 'a0')).toEqual(['a0'])
  })
})

describe('a store whose end is never where it was', () => {
  it('takes an append at last, wherever the end is', async () => {
    const base = createSessionStore()
    const other = claudeSessions(base, { tenant: 'acme' })
    let added = 0
    const moving: SessionStore = {
      ...base,
      append: async (...args) => {
        await other.append(key, [line(`o${added++}`)])
        return base.append(...args)
      },
    }
    const store = claudeSessions(moving, { tenant: 'acme' })
    await store.append(key, [line('mine')])
    const uuids = uuidsOf(await store.load(key))
    expect(uuids.at(-1)).toBe('mine')
    expect(uuids).toHaveLength(added + 1)
  })
})

describe('a store that waits for nothing', () => {
  it('does not keep the program from other work, in many appends and in a long load', async () => {
    const store = claudeSessions(createSessionStore(), { tenant: 'acme' })
    /** Returns how often other work had its turn. */
    async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
      let [turns, isRunning] = [0, true]
      const take = (): void => {
        turns++
        if (isRunning) setImmediate(take)
      }
      setImmediate(take)
      await work()
      isRunning = false
      return turns
    }
    const large = { type: 'user', text: 'x'.repeat(500_000) }
    const appending = await turnsDuring(async () => {
      for (let count = 0; count < 20; count++) await store.append(key, [{ ...large, count }])
    })
    expect(appending).toBeGreaterThanOrEqual(20)
    expect(await turnsDuring(() => store.load(key))).toBeGreaterThanOrEqual(10)
  })
})
