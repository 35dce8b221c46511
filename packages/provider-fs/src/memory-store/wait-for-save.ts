import { stat } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { unlessAbsent } from '../errors.ts'
import type { LoadedMemory } from './memory-folder.ts'

const longestSave = 1_000
const interval = 10

/**
 * Loads memory, and loads it again while a file is empty and less than a second old. Most editors save a file by
 * emptying it and then writing it, and the store itself never leaves an empty file. Waits a second at most.
 */
export async function loadAfterSave(load: () => Promise<LoadedMemory>): Promise<LoadedMemory> {
  let loaded = await load()
  for (let waited = 0; waited < longestSave && (await isBeingSaved(loaded)); waited += interval) {
    await setTimeout(interval)
    loaded = await load()
  }
  return loaded
}

async function isBeingSaved({ files }: LoadedMemory): Promise<boolean> {
  for (const { path, bytes } of files) {
    if (bytes?.length !== 0) continue
    const stats = await unlessAbsent(stat(path))
    if (stats && Math.abs(Date.now() - stats.mtimeMs) < longestSave) return true
  }
  return false
}
