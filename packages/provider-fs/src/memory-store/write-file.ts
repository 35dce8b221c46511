import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { replaceFile, writeAll } from '../disk/durable.ts'
import { syncIfThere } from '../disk/remove-empty.ts'
import { isAbsent } from '../errors.ts'
import { bytesWith, type MemoryFile } from './memory-file.ts'

/**
 * Replaces the text of a file if the file has not changed since it was read: editors, which ignore locks, may have it
 * open. A file that would be empty is removed.
 *
 * @param checkLock Throws if the lock was lost.
 * @returns `false` if the file was changed in the meantime.
 */
export async function writeIfSame(
  file: MemoryFile,
  text: string,
  sync: boolean,
  checkLock: () => Promise<void>,
): Promise<boolean> {
  const isSame = async (): Promise<boolean> => {
    await checkLock()
    // Without waiting, so that as little time as possible is left for an editor to save before the file is replaced.
    const now = bytesNow(file.path)
    return file.bytes === undefined || now === undefined ? file.bytes === now : file.bytes.equals(now)
  }
  if (text.trim() !== '') {
    const bytes = bytesWith(file, text)
    return replaceFile(file.path, sync, (out) => writeAll(out, bytes), isSame)
  }
  if (!(await isSame())) return false
  await rm(file.path, { force: true })
  if (sync) await syncIfThere(dirname(file.path))
  return true
}

function bytesNow(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}
