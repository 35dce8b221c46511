import { rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isMissing, systemCode } from '../errors.ts'
import { syncFolder } from './durable.ts'

/** Removes a folder if it is empty, and its empty parents up to `root`: their names are user names. */
export async function removeEmpty(folder: string, root: string, sync: boolean): Promise<void> {
  let at = folder
  for (; at !== root; at = dirname(at)) {
    try {
      await rmdir(at)
    } catch (error) {
      if (isMissing(error)) continue
      if (!['ENOTEMPTY', 'EEXIST'].includes(systemCode(error))) throw error
      break
    }
  }
  if (sync) await syncIfThere(at)
}

/** Syncs removed names in a folder to disk, unless the folder itself is gone. */
export async function syncIfThere(folder: string): Promise<void> {
  try {
    await syncFolder(folder)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
