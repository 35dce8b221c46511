import { existsSync } from 'node:fs'
import { readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withStore } from '../src/open-store.ts'
import { lamella } from './support/lamella.ts'
import { storeWithChat, tempFolder } from './support/stores.ts'

describe('a store that is named by a path', () => {
  it.each(['data', 'agent.db', 'agent.sqlite', 'agent.SQLITE3'])('is not made by reading: %s', async (name) => {
    const folder = await tempFolder()
    for (const argv of [['list'], ['show', 'x'], ['export', 'x'], ['verify'], ['repair'], ['delete', 'x', '--yes']]) {
      const [command = '', ...rest] = argv
      const { code, stdout, stderr } = await lamella(['sessions', command, join(folder, name), ...rest])
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^error \[STORE_MISSING\]: There is no store at '.+'\.\n {2}.+\n$/)
    }
    expect(await readdir(folder)).toEqual([])
  })

  it('is a database by how it begins, whatever it is called', async () => {
    const path = await storeWithChat('agent.db')
    await rename(path, `${path}.old`)
    expect((await lamella(['sessions', 'list', `${path}.old`])).stdout).toMatch(/\nchat /)
  })

  it.each([
    ['a file of something else', 'notes.txt', 'Hello', 'STORE_UNKNOWN'],
    ['an empty file', 'agent.db', '', 'STORE_UNKNOWN'],
    ['a file that only pretends', 'agent.db', 'Hello, this is no database at all.'.repeat(40), 'DATABASE_DAMAGED'],
  ])('is refused if it is %s', async (_, name, content, error) => {
    const folder = await tempFolder({ [name]: content })
    const { code, stderr } = await lamella(['sessions', 'list', join(folder, name)])
    expect(code).toBe(1)
    expect(stderr).toContain(`error [${error}]`)
  })

  it('says what is missing where the package for databases cannot be loaded', async () => {
    const path = join(await tempFolder(), 'agent.db')
    await writeFile(path, 'SQLite format 3\0')
    const load = (): Promise<never> => Promise.reject(new Error('Cannot find package'))
    await expect(withStore(path, async () => {}, { load })).rejects.toMatchObject({ code: 'STORE_UNSUPPORTED' })
    const folder = await tempFolder()
    await expect(withStore(folder, async () => 'fine', { load })).resolves.toBe('fine')
  })

  it('is closed also when the task fails', async () => {
    const path = await storeWithChat('agent.db')
    await expect(withStore(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(existsSync(`${path}-wal`)).toBe(false)
  })
})
