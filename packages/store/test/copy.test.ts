import type { Message } from '@lamella/core'
import { copyMemory, copySessions, type SessionStore } from '@lamella/store'
import { createMemoryStore, createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme', user: 'ada' }
const others = [{ tenant: 'acme' }, { tenant: 'acme', user: 'ada', agent: 'x' }, { tenant: 'other', user: 'ada' }]
const say = (content: string): Message => ({ role: 'user', content })

async function withSessions(...ids: readonly string[]): Promise<ReturnType<typeof createSessionStore>> {
  const store = createSessionStore()
  for (const session of ids) await store.append(scope, session, [say(`in ${session}`)], { operation: 'one' })
  return store
}

/** A store that counts its changes. */
function counting(store: ReturnType<typeof createSessionStore>): {
  readonly store: SessionStore
  readonly imports: () => number
} {
  let count = 0
  const counted: SessionStore = {
    ...store,
    transfer: {
      ...store.transfer,
      import: async (...given) => {
        count++
        return store.transfer.import(...given)
      },
    },
  }
  return { store: counted, imports: () => count }
}

const idsIn = async (store: SessionStore): Promise<readonly string[]> =>
  (await store.list(scope)).sessions.map(({ id }) => id)

describe('copySessions', () => {
  it('copies the sessions of exactly one owner, in order of their ids, however many', async () => {
    const ids = Array.from({ length: 1201 }, (_, index) => `s${String(index).padStart(4, '0')}`)
    const from = await withSessions(...ids.toReversed())
    for (const owner of others) await from.append(owner, 'foreign', [say('not yours')])
    const to = createSessionStore()
    expect(await copySessions(from, to, scope)).toEqual({ copied: ids, present: [] })
    expect((await to.list(scope, { limit: 5000 })).sessions.map(({ id }) => id)).toEqual(ids)
    for (const owner of others) expect((await to.list(owner)).sessions).toEqual([])
    expect((await from.list(scope, { limit: 5000 })).sessions).toHaveLength(1201)
  })

  it('changes nothing if a session exists with different content', async () => {
    const from = await withSessions('a', 'b', 'c')
    const to = createSessionStore()
    await to.append(scope, 'b', [say('of somebody else')])
    const { store, imports } = counting(to)
    await expect(copySessions(from, store, scope)).rejects.toMatchObject({
      code: 'SESSION_EXISTS',
      details: { session: 'b' },
    })
    expect(imports()).toBe(0)
    expect(await idsIn(to)).toEqual(['b'])
    expect((await to.read(scope, 'b', 0, 9)).map(({ message }) => message)).toEqual([say('of somebody else')])
  })

  it('treats a session that has grown since as a different one', async () => {
    const [from, to] = [await withSessions('a'), createSessionStore()]
    await copySessions(from, to, scope)
    await from.append(scope, 'a', [say('more')])
    await expect(copySessions(from, to, scope)).rejects.toMatchObject({ code: 'SESSION_EXISTS' })
    await to.append(scope, 'a', [say('more')])
    expect(await copySessions(from, to, scope)).toEqual({ copied: [], present: ['a'] })
    await to.append(scope, 'a', [say('even more')])
    await expect(copySessions(from, to, scope)).rejects.toMatchObject({ code: 'SESSION_EXISTS' })
  })

  it('copies each named session once, and none if one of them is missing', async () => {
    const from = await withSessions('a', 'b', 'c')
    const to = createSessionStore()
    const missing = copySessions(from, to, scope, { sessions: ['a', 'd'] })
    await expect(missing).rejects.toMatchObject({ code: 'SESSION_MISSING', details: { session: 'd' } })
    expect(await idsIn(to)).toEqual([])
    expect(await copySessions(from, to, scope, { sessions: ['c', 'a', 'c'] })).toEqual({
      copied: ['a', 'c'],
      present: [],
    })
    expect(await idsIn(to)).toEqual(['a', 'c'])
    expect(await copySessions(from, to, scope, { sessions: [] })).toEqual({ copied: [], present: [] })
  })

  it('reports missing store methods and invalid options', async () => {
    const store = await withSessions('a')
    const { transfer: _, ...fixed } = store
    for (const [from, to, option] of [
      [fixed, store, 'from'],
      [store, fixed, 'to'],
    ] as const) {
      const copy = copySessions(from, to, scope)
      await expect(copy).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { what: 'copySessions', option } })
      await expect(copy).rejects.toThrow(`'${option}' must have 'transfer'`)
    }
    const wrong = { session: ['a'] } as never
    await expect(copySessions(store, createSessionStore(), scope, wrong)).rejects.toThrow("Did you mean 'sessions'?")
    const withoutTenant = copySessions(store, createSessionStore(), {} as never)
    await expect(withoutTenant).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
    const bad = copySessions(store, createSessionStore(), scope, { sessions: ['\ud800'] })
    await expect(bad).rejects.toMatchObject({ code: 'STORE_VALUE_INVALID' })
  })
})

describe('copyMemory', () => {
  it('keeps ids, revisions and times, in order, however many there are', async () => {
    const [from, to] = [createMemoryStore(), createMemoryStore()]
    const ids = Array.from({ length: 2101 }, (_, index) => `m${String(index).padStart(4, '0')}`)
    for (const id of ids.toReversed()) await from.put(scope, { id, text: id })
    await from.put(scope, { id: 'm0007', text: 'changed', tags: ['x'] }, { at: new Date('2026-05-12T08:00:00Z') })
    expect(await copyMemory(from, to, scope)).toEqual({ copied: ids, present: [] })
    const all = { limit: Number.POSITIVE_INFINITY }
    expect(await to.list(scope, all)).toEqual(await from.list(scope, all))
  })

  it('continues an interrupted copy, without touching entries of others', async () => {
    const [from, to] = [createMemoryStore(), createMemoryStore()]
    for (const id of ['b', 'd', 'f']) await from.put(scope, { id, text: id })
    for (const id of ['a', 'c', 'g']) await to.put(scope, { id, text: 'own' })
    let count = 0
    const stopping = {
      ...to,
      restore: async (...given: Parameters<typeof to.restore>) => {
        if (count++ === 1) throw new Error('The power is gone.')
        return to.restore(...given)
      },
    }
    await expect(copyMemory(from, stopping, scope)).rejects.toThrow('The power is gone.')
    expect(await copyMemory(from, to, scope)).toEqual({ copied: ['d', 'f'], present: ['b'] })
    const { entries } = await to.list(scope)
    expect(entries.map(({ id, text }) => `${id} ${text}`)).toEqual(['a own', 'b b', 'c own', 'd d', 'f f', 'g own'])
  })

  it('changes nothing if an entry exists with different content or at another revision', async () => {
    for (const texts of [['x'], ['b', 'b']]) {
      const [from, to] = [createMemoryStore(), createMemoryStore()]
      for (const id of ['a', 'b', 'c']) await from.put(scope, { id, text: id })
      for (const text of texts) await to.put(scope, { id: 'b', text })
      await expect(copyMemory(from, to, scope)).rejects.toMatchObject({
        code: 'MEMORY_CONFLICT',
        details: { id: 'b', expected: 0, actual: texts.length },
      })
      expect((await to.list(scope)).entries.map(({ id }) => id)).toEqual(['b'])
    }
  })

  it('reports a store that cannot restore entries', async () => {
    const store = createMemoryStore()
    const { restore: _, ...without } = store
    await expect(copyMemory(store, without, scope)).rejects.toThrow("'to' must be an object with a method restore")
    await expect(copyMemory(without, store, {} as never)).rejects.toMatchObject({ code: 'SCOPE_INVALID' })
  })
})
