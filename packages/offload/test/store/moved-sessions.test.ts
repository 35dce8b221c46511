import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message } from '@lamella/core'
import { offload, readResult, withOffload } from '@lamella/offload'
import { fileBlobs, fileSessions } from '@lamella/provider-fs'
import { sqlite } from '@lamella/provider-sqlite'
import { type BlobStore, copyBlobs, copySessions, type SessionStore, sweepBlobs } from '@lamella/store'
import { createBlobStore, createSessionStore } from '@lamella/store/memory'
import { describe, expect, it, onTestFinished } from 'vitest'
import { contentsOf, handleOf, headOf, lines, scope, testPlace, textResult } from '../support/place.ts'

const text = lines(2_000)
const image: Message = {
  role: 'user',
  content: [{ type: 'file', data: Buffer.alloc(9_000, 7).toString('base64'), mediaType: 'a/b' }],
}
const owner = { tenant: scope.tenant, user: scope.user }

interface Stores {
  readonly sessions: SessionStore
  readonly blobs: BlobStore
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'lamella-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

/** Reads a handle and the messages, and appends the same content again, which gets the same handle. */
async function mustBeWhole({ sessions: plain, blobs }: Stores, session: string, handle: string): Promise<void> {
  const sessions = withOffload(plain, offload({ blobs, limit: 1_000 }))
  const reader = readResult({ sessions, blobs, scope: { ...owner, session } })
  for (const one of [handle, 'm0'])
    expect((await reader.execute({ handle: one, lines: '7' })).value).toMatch(/\n\nline 7 of the log, with some words$/)
  expect((await sessions.read(owner, session, 1, 2))[0]?.message).toEqual(image)
  await sessions.append(owner, session, [textResult(text)])
  expect(handleOf(headOf((await sessions.read(owner, session, 2, 3))[0]?.message))).toBe(handle)
  expect(await contentsOf(blobs, owner, session)).toHaveLength(2)
}

async function filled(): Promise<Stores & { readonly handle: string }> {
  const { plain, sessions, blobs, append, messages } = testPlace()
  await append(textResult(text), image)
  expect(await sessions.read(scope, 's', 1, 2)).toMatchObject([{ message: image }])
  return { sessions: plain, blobs, handle: handleOf(headOf((await messages())[0])) }
}

const places: readonly (readonly [name: string, open: () => Promise<Stores>])[] = [
  ['memory', async () => ({ sessions: createSessionStore(), blobs: createBlobStore() })],
  [
    'files',
    async () => {
      const path = await folder()
      const stores = { sessions: fileSessions(path), blobs: fileBlobs(path) }
      onTestFinished(() => Promise.all([stores.sessions.close(), stores.blobs.close()]).then(() => undefined))
      return stores
    },
  ],
  [
    'SQLite',
    async () => {
      const stores = await sqlite(join(await folder(), 'a.db'))
      onTestFinished(() => stores.close())
      return stores
    },
  ],
]

describe('handles and images of a session that moves', () => {
  it.each(places)('survive a copy to another store: %s', async (_, open) => {
    const from = await filled()
    const to = await open()
    await copyBlobs(from.blobs, to.blobs, owner)
    await copySessions(from.sessions, to.sessions, owner)
    await mustBeWhole(to, 's', from.handle)
  })

  it('survive an export and an import', async () => {
    const from = await filled()
    const to = { sessions: createSessionStore(), blobs: createBlobStore() }
    await copyBlobs(from.blobs, to.blobs, owner, { sessions: ['s'] })
    const exported: string[] = []
    for await (const line of from.sessions.transfer?.export(owner, 's') ?? []) exported.push(line)
    await to.sessions.transfer?.import(owner, exported)
    await mustBeWhole(to, 's', from.handle)
  })

  it('survive a fork, the deletion of the trunk, and sweeps', async () => {
    const { sessions: plain, blobs, handle } = await filled()
    const sessions = withOffload(plain, offload({ blobs, limit: 1_000 }))
    await sessions.transfer?.fork(owner, 's', 'all')
    await sessions.transfer?.fork(owner, 's', 'none', 0)
    await sessions.delete(owner, 's')
    // Of the store inside: the one around it shows images in place of their references.
    await sweepBlobs({ sessions: plain, blobs, scope: owner, before: new Date('9999-01-01'), undated: true })
    expect((await blobs.sessions(owner)).sessions).toEqual(['all'])
    await mustBeWhole({ sessions: plain, blobs }, 'all', handle)
  })

  it('keep their key beside an image alone, and lose it with the session', async () => {
    const { sessions, plain, blobs, append, messages } = testPlace()
    await append(image)
    await sweepBlobs({ sessions: plain, blobs, scope, before: new Date('9999-01-01'), undated: true })
    expect(await messages()).toEqual([image])
    await sessions.delete(scope, 's')
    expect((await blobs.list(scope, 's')).blobs).toEqual([])
  })
})

describe('the key of a session', () => {
  it.each(places.slice(1))('is one for connections that put the first contents at once: %s', async (name) => {
    const path = await folder()
    const open = async (): Promise<Stores & { close(): unknown }> => {
      if (name !== 'files') return sqlite(join(path, 'a.db'))
      const [sessions, blobs] = [fileSessions(path), fileBlobs(path)]
      return { sessions, blobs, close: () => Promise.all([sessions.close(), blobs.close()]) }
    }
    const connections = [await open(), await open(), await open()]
    onTestFinished(async () => {
      for (const { close } of connections) await close()
    })
    for (const round of ['s1', 's2', 's3', 's4', 's5']) {
      await Promise.all(
        connections.map(({ sessions, blobs }) =>
          withOffload(sessions, offload({ blobs, limit: 1_000 })).append(owner, round, [textResult(text)]),
        ),
      )
      const stored = (await connections[0]?.sessions.read(owner, round, 0, 9)) ?? []
      expect(stored).toHaveLength(3)
      expect(new Set(stored.map(({ message }) => headOf(message))).size).toBe(1)
    }
  })

  it('is another one when the session is made again: what was remembered is put aside anew', async () => {
    const { sessions, blobs, plain } = testPlace()
    const message = textResult(text)
    const before = await sessions.prepare?.(scope, 's', [message])
    await blobs.delete(scope, 's')
    await withOffload(plain, offload({ blobs, limit: 1_000 })).append(scope, 's', [textResult(text)])
    const after = await sessions.prepare?.(scope, 's', [message])
    expect(after).toEqual([(await plain.read(scope, 's', 0, 1))[0]?.message])
    expect(after).not.toEqual(before)
  })
})
