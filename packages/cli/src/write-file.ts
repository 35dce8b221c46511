import { lstat, mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from './problem.ts'

/** Writes a file, and makes its folders. With `wx` it fails if something is there. */
export async function writeInFolder(file: string, text: string, flag: 'w' | 'wx'): Promise<void> {
  await makeFolder(dirname(file))
  await writeFile(file, text, { flag })
}

/** Makes a folder and its parents. Node's `recursive` would never end where none can be made, such as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder)
  const error = await mkdir(folder).catch((cause: unknown) => cause)
  if (error === undefined || codeOf(error) === 'EEXIST') return
  if (codeOf(error) !== 'ENOENT' || parent === folder || (await isThere(parent))) throw error
  await makeFolder(parent)
  await mkdir(folder)
}

/** Whether anything is at a path, be it a link that leads nowhere. */
export async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
