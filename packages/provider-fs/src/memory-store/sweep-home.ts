import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nameOfTemporary } from '../disk/durable.ts'
import { namesIfFolder, removeEmpty, syncIfThere } from '../disk/folders.ts'
import { memoryNames } from './memory-folder.ts'
import type { MemoryHome } from './memory-homes.ts'
import { nameOfAside } from './write-file.ts'

/**
 * Removes temporary memory files left by a killed process: their entries may have been deleted since. The home's lock
 * must be held, so no process is writing.
 */
export async function sweepHome({ folder }: MemoryHome): Promise<void> {
  for (const within of [folder, join(folder, 'memory')]) {
    for (const name of await namesIfFolder(within)) {
      const target = nameOfTemporary(name) ?? nameOfAside(name)
      if (target === undefined) continue
      const isMemory = memoryNames(within === folder ? [target] : [], within === folder ? [] : [target]).length > 0
      if (isMemory) await rm(join(within, name), { force: true })
    }
  }
}

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
