import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { nameOfTemporary } from '../disk/durable.ts'
import { namesIfFolder } from '../disk/folders.ts'
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
