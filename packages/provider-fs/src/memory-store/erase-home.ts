import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { namesIfFolder, removeEmpty, syncIfThere } from '../disk/folders.ts'
import { memoryNames } from './memory-folder.ts'
import type { MemoryHome } from './memory-homes.ts'
import { sweepHome } from './sweep-home.ts'

/** Removes the memory files of an owner, including unreadable ones; other files in the folder stay. */
export async function eraseHome(home: MemoryHome, root: string, sync: boolean): Promise<void> {
  const { folder } = home
  const notes = join(folder, 'memory')
  await sweepHome(home)
  const names = memoryNames(await namesIfFolder(folder), await namesIfFolder(notes))
  for (const { name } of names) await rm(join(folder, name), { force: true })
  if (sync) await syncIfThere(folder)
  await removeEmpty(notes, dirname(notes), sync)
  if (folder !== root) await removeEmpty(folder, root, sync)
}
