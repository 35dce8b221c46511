import { existsSync } from 'node:fs'
import { readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withStore } from '../src/open-store.ts'
import { lamella } from './support/lamella.ts'
import { storeWithChat, tempFolder } from './support/stores.ts'

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
    await expect(withStore(path, async () => {}, { load })).rejects.toMatchObject({ code: 'STORE_UNSUPPORTED' })
    const folder = await tempFolder()
    await expect(withStore(folder, async () => 'fine', { load })).resolves.toBe('fine')
  })

  it('is closed even if the task fails', async () => {
    const path = await storeWithChat('agent.db')
    await expect(withStore(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(existsSync(`${path}-wal`)).toBe(false)
  })
})
