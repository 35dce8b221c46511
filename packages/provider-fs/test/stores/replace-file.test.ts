import { renameSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { replaceFile, writeAll } from '../../src/disk/durable.ts'
import { tempFolder } from '../helpers/folder.ts'

const { platform } = process
const runAs = (name: NodeJS.Platform): void => {
  Object.defineProperty(process, 'platform', { value: name })
}
afterEach(() => runAs(platform))

/** Replaces a file whose first moves fail, as if another program had it open. */
async function replaced(failures: number, code = 'EPERM') {
  const folder = await tempFolder({ 'a.txt': 'old' })
  const path = folder.at('a.txt')
  let [looks, moves] = [0, 0]
  const move = (temporary: string): boolean => {
    moves++
    if (moves <= failures) throw Object.assign(new Error(`${code}: rename`), { code, syscall: 'rename', errno: -1 })
    renameSync(temporary, path)
    return true
  }
  const mayReplace = async (): Promise<boolean> => {
    looks++
    return true
  }
  const write = replaceFile(path, false, (file) => writeAll(file, Buffer.from('new')), mayReplace, move)
  const result = await write.catch((error: { readonly code: string }) => error.code)
  return { result, looks, moves, text: await readFile(path, 'utf8'), files: await readdir(folder.path) }
}

describe('a file that is replaced while another program has it open', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])(
    'is moved again on Windows after %s, and looked at again before',
    async (code) => {
      runAs('win32')
      expect(await replaced(2, code)).toEqual({ result: true, looks: 3, moves: 3, text: 'new', files: ['a.txt'] })
    },
  )

  it('is left as it was if it stays open, or for another reason', async () => {
    const left = { text: 'old', files: ['a.txt'] }
    runAs('win32')
    expect(await replaced(100)).toMatchObject({ result: 'EPERM', moves: 7, ...left })
    expect(await replaced(100, 'EXDEV')).toMatchObject({ result: 'EXDEV', moves: 1, ...left })
  })

  it('is an error at once on other systems, where that is a matter of rights', async () => {
    runAs('linux')
    expect(await replaced(1)).toMatchObject({ result: 'EPERM', moves: 1, text: 'old' })
  })
})
