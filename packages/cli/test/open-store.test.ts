import { existsSync } from 'node:fs'
import { readdir, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { LamellaError } from '@lamella/core'
import { type SqliteDatabase, sqlite } from '@lamella/provider-sqlite'
import { describe, expect, it } from 'vitest'
import { type OpenedStore, withStore } from '../src/open-store.ts'
import { lamella } from './support/lamella.ts'
import { local, storeWithChat, tempFolder } from './support/stores.ts'

type Open = new (path: string) => SqliteDatabase
const Database = createRequire(import.meta.url)('better-sqlite3') as Open

const unavailable = new LamellaError({
  code: 'SQLITE_UNAVAILABLE',
  what: 'better-sqlite3 is not installed.',
  fix: 'Install it.',
  details: {},
})

describe('a store at a path', () => {
  it.each(['data', 'agent.db', 'agent.sqlite', 'agent.SQLITE3'])('is not created by reading: %s', async (name) => {
    const folder = await tempFolder()
    for (const argv of [['list'], ['show', 'x'], ['export', 'x'], ['verify'], ['repair'], ['delete', 'x', '--yes']]) {
      const [command = '', ...rest] = argv
      const { code, stdout, stderr } = await lamella(['sessions', command, join(folder, name), ...rest])
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^error \[STORE_MISSING\]: The store '.+' does not exist\.\n {2}.+\n$/)
    }
    expect(await readdir(folder)).toEqual([])
  })

  it('is recognized as a database by its header, whatever its name', async () => {
    const path = await storeWithChat('agent.db')
    await rename(path, `${path}.old`)
    expect((await lamella(['sessions', 'list', `${path}.old`])).stdout).toMatch(/\nchat /)
  })

  it.each([
    ['another kind of file', 'notes.txt', 'Hello', 'STORE_UNKNOWN'],
    ['an empty file', 'agent.db', '', 'STORE_UNKNOWN'],
    [
      'a file with only the name of a database',
      'agent.db',
      'Hello, this is no database at all.'.repeat(40),
      'DATABASE_DAMAGED',
    ],
  ])('is rejected if it is %s', async (_, name, content, error) => {
    const folder = await tempFolder({ [name]: content })
    const { code, stderr } = await lamella(['sessions', 'list', join(folder, name)])
    expect(code).toBe(1)
    expect(stderr).toContain(`error [${error}]`)
  })

  it('causes an error that names the missing database package', async () => {
    const path = join(await tempFolder(), 'agent.db')
    await writeFile(path, 'SQLite format 3\0')
    const load = (): Promise<never> => Promise.reject(new Error('Cannot find package'))
    await expect(withStore(path, async () => {}, { load })).rejects.toMatchObject({
      code: 'PACKAGE_MISSING',
      fix: expect.stringContaining('npm install --global @lamella/provider-sqlite'),
    })
    const folder = await tempFolder()
    await expect(withStore(folder, async () => 'fine', { load })).resolves.toBe('fine')
  })

  it('is opened with the SQLite of Node where better-sqlite3 is not there, and closed again', async () => {
    const path = await storeWithChat('agent.db')
    // As on a machine where better-sqlite3 could not be built.
    const load = async () => ({
      sqlite: (database: string | SqliteDatabase) =>
        typeof database === 'string' ? Promise.reject(unavailable) : sqlite(database),
    })
    const opened: SqliteDatabase[] = []
    const builtIn = (file: string): SqliteDatabase => {
      const database = new Database(file)
      opened.push(database)
      return database
    }
    const ids = async ({ sessions }: OpenedStore): Promise<readonly string[]> =>
      (await sessions.list(local)).sessions.map(({ id }) => id)
    expect(await withStore(path, ids, { load, builtIn })).toEqual(['chat'])
    await expect(withStore(path, () => Promise.reject(new Error('no')), { load, builtIn })).rejects.toThrow('no')
    expect(opened.map(({ open }) => open)).toEqual([false, false])
    await writeFile(`${path}.bad.db`, 'x'.repeat(9_000))
    await expect(withStore(`${path}.bad.db`, ids, { load, builtIn })).rejects.toMatchObject({
      code: 'DATABASE_DAMAGED',
    })
    expect(opened.map(({ open }) => open)).toEqual([false, false, false])
    await expect(withStore(path, ids, { load, builtIn: () => undefined })).rejects.toBe(unavailable)
  })

  it('is closed even if the task fails', async () => {
    const path = await storeWithChat('agent.db')
    await expect(withStore(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(existsSync(`${path}-wal`)).toBe(false)
  })
})
