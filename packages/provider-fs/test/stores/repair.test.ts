import { readdir, readFile } from 'node:fs/promises'
import type { Message } from '@lamella/core'
import { fileSessions } from '@lamella/provider-fs'
import { expect, it } from 'vitest'
import { type Folder, tempFolder } from '../helpers/folder.ts'

const scope = { tenant: 'acme', user: 'ada' }
const path = 'acme/ada/_/s.jsonl'
const text = (content: string): Message => ({ role: 'user', content })

/** Creates two appends, the second with two messages, and returns the file's bytes. */
async function folderWithSession(): Promise<{ readonly folder: Folder; readonly bytes: Buffer }> {
  const folder = await tempFolder()
  const sessions = fileSessions(folder.path, { fsync: 'os' })
  await sessions.append(scope, 's', [text('zero')])
  await sessions.append(scope, 's', [text('one'), text('two')])
  await sessions.close()
  return { folder, bytes: await readFile(folder.at(path)) }
}

it('repair moves incomplete data to another file, wherever the file was cut, and then has nothing left to do', async () => {
  const { folder, bytes } = await folderWithSession()
  for (let cut = 1; cut < bytes.length; cut++) {
    await folder.write(`${cut}/${path}`, bytes.subarray(0, cut))
    const sessions = fileSessions(folder.at(String(cut)), { fsync: 'os' })
    const before = await sessions.page(scope, 's')
    const done = await sessions.repair(scope, 's')
    expect(done.map(({ code }) => code)).toEqual(before.notices.map(({ code }) => code))
    const after = await sessions.page(scope, 's')
    expect(after).toEqual({ ...before, notices: [] })
    expect(await sessions.repair(scope, 's')).toEqual([])
    const kept = await readFile(folder.at(`${cut}/${path}`))
    const torn = done.length === 0 ? Buffer.alloc(0) : await readFile(folder.at(`${cut}/acme/ada/_/s.torn`))
    expect(bytes.subarray(0, kept.length).equals(kept)).toBe(true)
    expect(torn.includes(bytes.subarray(kept.length, cut))).toBe(true)
    expect(await sessions.append(scope, 's', [text('next')])).toMatchObject({ start: before.length })
    await sessions.close()
  }
})

it('repair leaves damaged lines in the middle unchanged, and returns no notices', async () => {
  const { folder, bytes } = await folderWithSession()
  const damaged = Buffer.from(bytes)
  const at = damaged.indexOf('one')
  damaged[at] = 0x4f
  await folder.write(path, damaged)
  const sessions = fileSessions(folder.path)
  expect(await sessions.repair(scope, 's')).toEqual([])
  expect((await sessions.admin.verify(scope, 's')).map(({ code }) => code)).toEqual(['SESSION_RECORD_DAMAGED'])
  expect((await readFile(folder.at(path))).equals(damaged)).toBe(true)
  await sessions.close()
})

it('repair of a missing or intact session writes nothing', async () => {
  const { folder } = await folderWithSession()
  const names = await readdir(folder.path, { recursive: true })
  const sessions = fileSessions(folder.path)
  expect(await sessions.repair(scope, 's')).toEqual([])
  expect(await sessions.repair(scope, 'nobody')).toEqual([])
  expect(await readdir(folder.path, { recursive: true })).toEqual(names)
  const none = fileSessions(folder.at('nowhere'))
  expect(await none.repair(scope, 's')).toEqual([])
  expect(await readdir(folder.path)).not.toContain('nowhere')
  await Promise.all([sessions.close(), none.close()])
})

it('repair rejects a file of another session', async () => {
  const { folder, bytes } = await folderWithSession()
  await folder.write('acme/ada/_/other.jsonl', bytes.subarray(0, bytes.length - 3))
  const sessions = fileSessions(folder.path)
  await expect(sessions.repair(scope, 'other')).rejects.toMatchObject({ code: 'SESSION_DAMAGED' })
  await sessions.close()
})
