import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { isLamellaError } from '@lamella/core'
import { fileBlobs, fileMemory, fileSessions } from '@lamella/provider-fs'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'

const ada = { tenant: 'acme', user: 'ada' }
const hello = { role: 'user', content: 'Hello' } as const
const none = async (): Promise<readonly string[]> => []

/** All calls of a store, by name. */
const sessionCalls = (store: ReturnType<typeof fileSessions>): Readonly<Record<string, () => Promise<unknown>>> => ({
  append: () => store.append(ada, 's', [hello]),
  'append of many at once': () => Promise.all([1, 2, 3].map(() => store.append(ada, 's', [hello, hello]))),
  info: () => store.info(ada, 's'),
  page: () => store.page(ada, 's'),
  read: () => store.read(ada, 's', 0, 9),
  fork: () => store.transfer.fork(ada, 's', 'fork'),
  'fork into': () => store.transfer.fork(ada, 'sound', 's'),
  compact: () => store.compactions.add(ada, 's', { start: 0, end: 1, text: 'a' }),
  compactions: () => store.compactions.list(ada, 's'),
  export: () => drained(store.transfer.export(ada, 's')),
  verify: () => store.admin.verify(ada, 's'),
  repair: () => store.repair(ada, 's'),
})

async function drained(lines: AsyncIterable<string>): Promise<void> {
  for await (const _line of lines) expect.unreachable()
}

async function mustBeUnavailable(name: string, system: string, call: () => Promise<unknown>): Promise<void> {
  const code = system === 'ENOSPC' ? 'STORE_FULL' : 'STORE_UNAVAILABLE'
  const error: unknown = await call().catch((thrown: unknown) => thrown)
  if (!isLamellaError(error, code)) throw new Error(`${name}: ${String(error)}`, { cause: error })
  expect([name, (error.cause as NodeJS.ErrnoException).code]).toEqual([name, system])
  expect(error.message).toContain(system)
}

describe.skipIf(process.platform !== 'linux')('an unusable disk', () => {
  it('makes appends fail with STORE_FULL and its cause if it is full', async () => {
    const { path, at } = await tempFolder()
    const sessions = fileSessions(path, { fsync: 'os' })
    await sessions.append(ada, 'sound', [hello])
    // A device that is always full.
    await symlink('/dev/full', at('acme/ada/_/s.jsonl'))
    await mustBeUnavailable('append', 'ENOSPC', () => sessions.append(ada, 's', [hello]))
    const all = await Promise.allSettled([1, 2, 3].map(() => sessions.append(ada, 's', [hello])))
    for (const one of all) {
      await mustBeUnavailable('append', 'ENOSPC', () =>
        one.status === 'rejected' ? Promise.reject(one.reason) : none(),
      )
    }
    expect(await sessions.append(ada, 'sound', [hello])).toMatchObject({ length: 2 })
    await sessions.close()
  })

  it('makes every call fail with STORE_UNAVAILABLE and its cause if the path leads nowhere', async () => {
    const { path, at } = await tempFolder()
    const sessions = fileSessions(path, { fsync: 'os' })
    await sessions.append(ada, 'sound', [hello])
    await symlink('s.jsonl', at('acme/ada/_/s.jsonl'))
    for (const [name, call] of Object.entries(sessionCalls(sessions))) await mustBeUnavailable(name, 'ELOOP', call)
    await sessions.close()
  })

  it('makes every call fail with STORE_UNAVAILABLE and its cause if the folder is a file', async () => {
    const { at, write } = await tempFolder({ 'data/acme/ada': 'a file' })
    const sessions = fileSessions(at('data'), { fsync: 'os' })
    for (const [name, call] of Object.entries(sessionCalls(sessions))) {
      // These look for the other session first.
      if (!name.startsWith('fork')) await mustBeUnavailable(name, 'ENOTDIR', call)
    }
    await mustBeUnavailable('list', 'ENOTDIR', () => sessions.list(ada))
    await write('file', 'no folder')
    const none = fileSessions(at('file'), { fsync: 'os' })
    await mustBeUnavailable('list', 'ENOTDIR', () => none.list(ada))
    await mustBeUnavailable('page', 'ENOTDIR', () => none.page(ada, 's'))
    const append: unknown = await none.append(ada, 's', [hello]).catch((error: unknown) => error)
    expect(append).toMatchObject({ code: 'STORE_UNAVAILABLE' })
    const memory = fileMemory(at('file'), { fsync: 'os' })
    for (const call of [
      () => memory.put(ada, { id: 'a', text: 'a' }),
      () => memory.delete(ada, 'a'),
      () => memory.restore(ada, { id: 'a', kind: 'note', text: 'a', revision: 1 }),
      () => memory.list(ada),
      () => memory.get(ada, 'a'),
    ]) {
      expect(await call().catch((error: unknown) => error)).toMatchObject({ code: 'STORE_UNAVAILABLE' })
    }
    await sessions.close()
  })

  it('makes changes fail with STORE_UNAVAILABLE in a place where no folder can be created', async () => {
    const sessions = fileSessions('/proc/nowhere/data')
    await mustBeUnavailable('append', 'ENOENT', () => sessions.append(ada, 's', [hello]))
    await mustBeUnavailable('delete', 'ENOENT', () => sessions.delete(ada, 's'))
    await mustBeUnavailable('put', 'ENOENT', () => fileMemory('/proc/nowhere').put(ada, { id: 'a', text: 'a' }))
    await mustBeUnavailable('blob', 'ENOENT', () => fileBlobs('/proc/nowhere').put(ada, 's', new Uint8Array(1)))
    expect((await sessions.page(ada, 's')).length).toBe(0)
  })

  it('lists the other sessions, and reports the unreadable one, if access to one is denied', async () => {
    const { path, at } = await tempFolder()
    const noticed: string[] = []
    const sessions = fileSessions(path, { fsync: 'os', onNotice: ({ code }) => noticed.push(code) })
    const long = 'x'.repeat(300)
    for (const id of ['a', 'c', long]) await sessions.append(ada, id, [hello])
    await symlink('b.jsonl', at('acme/ada/_/b.jsonl'))
    await mkdir(at('acme/ada/_/d.jsonl'))
    // The name of this one is too long to contain the id.
    await symlink('loop', at('acme/ada/_/loop'))
    await symlink('loop', at(`acme/ada/_/${'y'.repeat(60)}==${'0'.repeat(32)}.jsonl`))
    const { sessions: listed, more, unreadable = [] } = await sessions.list(ada)
    expect([listed.map(({ id }) => id), more]).toEqual([['a', 'c', long], false])
    expect(unreadable.map(({ code, from }) => [code, from])).toEqual(
      [`${'y'.repeat(60)}==${'0'.repeat(32)}`, 'b', 'd'].map((name) => [
        'SESSION_FILE_UNREADABLE',
        `acme/ada/_/${name}.jsonl`,
      ]),
    )
    expect(noticed).toEqual(unreadable.map(({ code }) => code))
    await sessions.close()
  })

  it('lets the other sessions be erased if access to one is denied', async () => {
    const { path, at } = await tempFolder()
    const sessions = fileSessions(path, { fsync: 'os' })
    for (const id of ['a', 'c']) await sessions.append(ada, id, [hello])
    await symlink('b.jsonl', at('acme/ada/_/b.jsonl'))
    expect(await sessions.admin.erase(ada)).toBe(3)
    expect((await sessions.list({ tenant: 'acme' })).sessions).toEqual([])
    for (const id of ['a', 'c']) await sessions.append(ada, id, [hello])
    // This one cannot be removed either.
    await mkdir(at('acme/ada/_/b.jsonl'))
    await writeFile(at('acme/ada/_/b.jsonl/file'), 'of somebody else')
    await expect(sessions.admin.erase(ada)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect((await sessions.list(ada)).sessions).toEqual([])
    await sessions.close()
  })
})
