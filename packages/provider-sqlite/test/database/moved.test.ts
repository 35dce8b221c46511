import { renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { sqlite } from '@lamella/provider-sqlite'
import type Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../helpers/folder.ts'

const Sqlite = createRequire(import.meta.url)('better-sqlite3') as typeof Database
const ada = { tenant: 'acme', user: 'ada' }
const hello = { role: 'user', content: 'Hello' } as const

describe.skipIf(process.platform === 'win32')('a missing database file', () => {
  const calls = async (change: (path: string, folder: string) => Promise<void>): Promise<void> => {
    const folder = tempFolder()
    const path = join(folder, 'a.db')
    const { sessions, memory, search, check, backup, close } = await sqlite(path)
    // Twice, so that the end of the session is remembered.
    for (let count = 0; count < 2; count++) await sessions.append(ada, 's', [hello])
    await memory.put(ada, { id: 'tea', text: 'Green tea.' })
    await change(path, folder)
    const moved = { code: 'DATABASE_MOVED', details: { path } }
    await expect(sessions.append(ada, 's', [hello])).rejects.toMatchObject(moved)
    await expect(sessions.append(ada, 's', [hello, hello])).rejects.toMatchObject(moved)
    await expect(sessions.append(ada, 's', [hello], { operation: 'one' })).rejects.toMatchObject(moved)
    await expect(sessions.page(ada, 's')).rejects.toMatchObject(moved)
    await expect(memory.put(ada, { id: 'tea', text: 'Black tea.' })).rejects.toMatchObject(moved)
    await expect(search(ada, { query: 'tea' })).rejects.toMatchObject(moved)
    await expect(backup(join(folder, 'b.db'))).rejects.toMatchObject(moved)
    await expect(check()).rejects.toMatchObject(moved)
    await close()
  }

  it('rejects writes after its removal, because they would be lost', async () => {
    await calls(async (path) => {
      for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
    })
  })

  it('is not written to if another file replaced it', async () => {
    await calls(async (path, folder) => {
      const other = await sqlite(join(folder, 'other.db'))
      await other.close()
      renameSync(join(folder, 'other.db'), path)
    })
  })
})

describe('a database changed by a newer version while open', () => {
  it('is no longer read or written', async () => {
    const path = join(tempFolder(), 'a.db')
    const { sessions, memory, search, close } = await sqlite(path)
    for (let count = 0; count < 2; count++) await sessions.append(ada, 's', [hello])
    const newer = new Sqlite(path)
    const version = newer.pragma('user_version', { simple: true }) as number
    newer.exec(`PRAGMA user_version = ${version + 1}`)
    const wanted = { code: 'FORMAT_NEWER', details: { version: version + 1, known: version } }
    await expect(sessions.append(ada, 's', [hello])).rejects.toMatchObject(wanted)
    await expect(sessions.append(ada, 's', [hello, hello])).rejects.toMatchObject(wanted)
    await expect(sessions.append(ada, 'new', [hello])).rejects.toMatchObject(wanted)
    await expect(sessions.info(ada, 's')).rejects.toMatchObject(wanted)
    await expect(memory.put(ada, { id: 'tea', text: 'Black tea.' })).rejects.toMatchObject(wanted)
    await expect(search(ada, { query: 'tea' })).rejects.toMatchObject(wanted)
    expect(newer.prepare('SELECT count(*) AS count FROM messages').get()).toEqual({ count: 2 })
    newer.close()
    await close()
  })
})
