import { type BlobStore, blobId, copyBlobs, type SessionStore, sweepBlobs, withBlobs } from '@lamella/store'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import { describe, expect, it } from 'vitest'

const scope = { tenant: 'acme', user: 'ada' }
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const at = (day: number): Date => new Date(Date.UTC(2026, 0, day))
const say = (content: string) => ({ role: 'user' as const, content })

interface Pair {
  readonly sessions: SessionStore
  readonly blobs: BlobStore & Required<Pick<BlobStore, 'erase'>>
}

/** A session `s` with a blob that its message names, put on January 1. */
async function pair(): Promise<Pair & { readonly id: string }> {
  const blobs = createBlobStore()
  const sessions = withBlobs(createSessionStore(), blobs)
  const { id } = await blobs.put(scope, 's', bytes('named'), { at: at(1), name: 'a', mediaType: 'text/plain' })
  await sessions.append(scope, 's', [say(`see ${id}`)])
  return { sessions, blobs, id }
}

describe('withBlobs', () => {
  it('keeps the other methods as they are, and has no optional method that a store lacks', async () => {
    const store = { ...createSessionStore(), prepare: async () => [say('kept')] }
    const { erase: _, ...without } = createBlobStore()
    expect(await withBlobs(store, createBlobStore()).prepare?.(scope, 's', [say('given')])).toEqual([say('kept')])
    expect(Object.keys(withBlobs(store, createBlobStore())).sort()).toEqual(Object.keys(store).sort())
    const { transfer: __, prepare: ___, ...plain } = store
    const joined = withBlobs(plain, without)
    expect([joined.transfer, joined.admin, joined.search]).toEqual([undefined, undefined, undefined])
    await joined.append(scope, 's', [say('a')])
    expect((await joined.page(scope, 's')).length).toBe(1)
  })

  it('calls the methods of a class on its instance', async () => {
    class Store {
      readonly length = 7
      async info(): Promise<unknown> {
        return { length: this.length }
      }
    }
    const { info: _, ...others } = createSessionStore()
    const joined = withBlobs(Object.assign(new Store(), others) as unknown as SessionStore, createBlobStore())
    expect(await joined.info(scope, 's')).toEqual({ length: 7 })
  })

  it('deletes and erases the blobs with the session, also when an interruption left them', async () => {
    const { sessions, blobs, id } = await pair()
    await blobs.put(scope, 'left', bytes('left'))
    expect(await sessions.delete(scope, 's')).toBe(true)
    expect(await sessions.delete(scope, 'left')).toBe(false)
    expect(await blobs.sessions(scope)).toEqual({ sessions: [], more: false })
    await blobs.put({ ...scope, agent: 'x' }, 's', bytes('a'))
    await blobs.put({ tenant: 'other' }, 's', bytes('a'))
    expect(await sessions.admin?.erase({ tenant: 'acme' })).toBe(0)
    expect(await blobs.info({ ...scope, agent: 'x' }, 's', id)).toBeUndefined()
    expect((await blobs.list({ tenant: 'other' }, 's')).blobs).toHaveLength(1)
  })

  it('gives a fork its blobs before it exists, and no blobs to another session when the fork is refused', async () => {
    const { sessions, blobs, id } = await pair()
    await sessions.append(scope, 'other', [say('b')])
    for (const [from, into, position, code] of [
      ['s', 'other', undefined, 'SESSION_EXISTS'],
      ['s', 'new', 2, 'STORE_VALUE_INVALID'],
      ['s', 'new', 0.5, 'STORE_VALUE_INVALID'],
      ['none', 'new', undefined, 'SESSION_MISSING'],
    ] as const) {
      await expect(sessions.transfer?.fork(scope, from, into, position)).rejects.toMatchObject({ code })
      expect((await blobs.sessions(scope)).sessions).toEqual(['s'])
    }
    const failing = (): Promise<never> => Promise.reject(new Error('The power is gone.'))
    const stopping = withBlobs({ ...sessions, transfer: { ...createSessionStore().transfer, fork: failing } }, blobs)
    await expect(stopping.transfer?.fork(scope, 's', 'fork')).rejects.toThrow('The power is gone.')
    expect(await blobs.info(scope, 'fork', id)).toMatchObject({ id })
    await sessions.transfer?.fork(scope, 's', 'fork', 1)
    await sessions.delete(scope, 's')
    expect(await blobs.read(scope, 'fork', id)).toEqual(bytes('named'))
  })
})

describe('sweepBlobs', () => {
  it('removes what nothing names and what has no session, if it is old enough', async () => {
    const { sessions, blobs, id } = await pair()
    const orphan = await blobs.put(scope, 's', bytes('orphan'), { at: at(2) })
    await blobs.put(scope, 's', bytes('new'), { at: at(3) })
    await blobs.put(scope, 's', bytes('undated'))
    const gone = await blobs.put(scope, 'gone', bytes('gone'), { at: at(1) })
    const swept = await sweepBlobs({ sessions, blobs, scope, before: at(3) })
    expect(swept).toEqual({
      removed: [
        { session: 'gone', id: gone.id, size: 4 },
        { session: 's', id: orphan.id, size: 6 },
      ],
      ...{ bytes: 10, skipped: [] },
    })
    expect((await sweepBlobs({ sessions, blobs, scope, before: at(3), undated: true })).bytes).toBe(7)
    expect((await sweepBlobs({ sessions, blobs, scope, before: at(9) })).bytes).toBe(3)
    expect((await blobs.list(scope, 's')).blobs.map((blob) => blob.id)).toEqual([id])
  })

  it('sweeps only the sessions that are named', async () => {
    const { sessions, blobs } = await pair()
    for (const session of ['s', 'a', 'b']) await blobs.put(scope, session, bytes(session), { at: at(1) })
    const { removed } = await sweepBlobs({ sessions, blobs, scope, before: at(2), only: ['s', 'b', 's'] })
    expect(removed.map(({ session }) => session)).toEqual(['b', 's'])
    expect((await sweepBlobs({ sessions, blobs, scope, before: at(2), only: [] })).removed).toEqual([])
    await expect(sweepBlobs({ sessions, blobs, scope, before: at(2), only: [''] })).rejects.toThrow(/sessions/)
  })

  it('leaves a blob that only a compaction or the run names, or a message far back', async () => {
    const { sessions, blobs } = await pair()
    const put = async (text: string): Promise<string> => (await blobs.put(scope, 's', bytes(text), { at: at(1) })).id
    await sessions.append(
      scope,
      's',
      Array.from({ length: 250 }, (_, n) => say(`${n}`)),
    )
    await sessions.compactions?.add(scope, 's', { start: 0, end: 1, text: `about ${await put('a')}` })
    await sessions.runs?.write(scope, 's', { told: [await put('b')] }, 0)
    await sessions.append(scope, 's', [say(await put('c'))])
    expect((await sweepBlobs({ sessions, blobs, scope, before: at(2) })).removed).toEqual([])
  })

  it('leaves a blob that is put again while it sweeps, and a session that cannot be read whole', async () => {
    const { sessions, blobs } = await pair()
    const { id } = await blobs.put(scope, 's', bytes('late'), { at: at(1) })
    const putting = {
      ...sessions,
      compactions: {
        ...createSessionStore().compactions,
        list: async () => {
          await blobs.put(scope, 's', bytes('late'), { at: at(5) })
          return []
        },
      },
    }
    expect((await sweepBlobs({ sessions: putting, blobs, scope, before: at(2) })).removed).toEqual([])
    expect(await blobs.info(scope, 's', id)).toMatchObject({ id })
    const damaged = { ...sessions, read: async () => [] }
    expect((await sweepBlobs({ sessions: damaged, blobs, scope, before: at(9) })).skipped).toEqual(['s'])
    await expect(sweepBlobs({ sessions, blobs, scope, before: new Date(Number.NaN) })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    })
  })
})

describe('copyBlobs', () => {
  it('copies contents with their metadata, and nothing twice', async () => {
    const { blobs: from, id } = await pair()
    const other = await from.put(scope, 't', bytes('other'))
    await from.put({ tenant: 'else' }, 's', bytes('else'))
    const to = createBlobStore()
    const named = { session: 's', id, size: 5 }
    const copied = { session: 't', id: other.id, size: 5 }
    expect(await copyBlobs(from, to, scope, { sessions: ['s', 's'] })).toEqual({ copied: [named], present: [] })
    expect(await copyBlobs(from, to, scope)).toEqual({ copied: [copied], present: [named] })
    expect(await to.info(scope, 's', id)).toEqual(await from.info(scope, 's', id))
    expect(await to.read(scope, 't', other.id)).toEqual(bytes('other'))
    expect((await to.sessions({ tenant: 'else' })).sessions).toEqual([])
  })

  it('refuses a content that is not the one of its id', async () => {
    const { blobs } = await pair()
    const damaged = { ...blobs, read: async () => bytes('changed') }
    const to = createBlobStore()
    await expect(copyBlobs(damaged, to, scope)).rejects.toMatchObject({
      ...{ code: 'BLOB_DAMAGED', details: { session: 's', id: await blobId(bytes('named')) } },
    })
    expect((await to.sessions(scope)).sessions).toEqual([])
  })
})
