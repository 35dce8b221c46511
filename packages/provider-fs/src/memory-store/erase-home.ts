import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { temporaryOf } from '../disk/durable.ts'
import { namesIn } from '../disk/names-in.ts'
import { removeEmpty, syncIfThere } from '../disk/remove-empty.ts'
import { memoryNames } from './memory-folder.ts'
import type { MemoryHome } from './memory-homes.ts'

/** Removes the memory files of an owner, those too that cannot be read; what else is in the folder stays. */
export async function eraseHome({ folder }: MemoryHome, root: string, sync: boolean): Promise<void> {
  const notes = join(folder, 'memory')
  const names = memoryNames(await namesIn(folder), await namesIn(notes))
  for (const { name } of names) {
    const path = join(folder, name)
    await rm(path, { force: true })
    await rm(temporaryOf(path), { force: true })
  }
  if (sync) await syncIfThere(folder)
  await removeEmpty(notes, dirname(notes), sync)
  if (folder !== root) await removeEmpty(folder, root, sync)
}
