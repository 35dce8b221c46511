import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isAbsent, systemCode } from '../errors.ts'

/** Appends, and nothing else: nobody's bytes are written over, whatever somebody else does meanwhile. */
export const appending: number = constants.O_RDWR | constants.O_APPEND

/** The file, opened so; `undefined` where there is none. */
export async function openIfThere(path: string, flags: number | string): Promise<FileHandle | undefined> {
  try {
    return await open(path, flags)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** Writes all bytes at the file's end, where it was opened with `appending`, or where it stands. */
export async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.length) written += (await file.write(bytes, written, bytes.length - written)).bytesWritten
}

/** Bytes `start` to `end` of a file; fewer where it has fewer. */
export async function readBytes(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.max(0, end - start))
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

/** Makes names that were given or taken in a folder last. Windows has no such call, and does it by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some network file systems cannot do it for folders; they have no more to give.
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'].includes(systemCode(error))) throw error
  } finally {
    await handle.close()
  }
}

/** Makes a folder and those it stands in. With `sync` the new names last when this resolves. */
export async function makeFolder(folder: string, sync: boolean): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined || !sync) return
  const above = dirname(first)
  for (let made = folder; made.length > above.length; made = dirname(made)) await syncFolder(made)
  await syncFolder(above)
}

/**
 * Puts a file in the place of another, or of none, all at once: whoever opens it gets the old bytes or the new ones. Only
 * one may do so for a path at a time. With `sync` it lasts when this resolves.
 *
 * @param write Fills the new file, which is open for appending.
 * @param mayReplace Asked when all is written: `false` leaves everything as it was.
 * @returns Whether it was replaced.
 */
export async function replaceFile(
  path: string,
  sync: boolean,
  write: (file: FileHandle) => Promise<void>,
  mayReplace: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  const temporary = temporaryOf(path)
  await makeFolder(dirname(path), sync)
  const mode = await modeOf(path)
  // Left behind by a process that ended here: nobody else may be writing now.
  await rm(temporary, { force: true })
  const file = await open(temporary, constants.O_CREAT | constants.O_EXCL | appending, mode)
  try {
    try {
      await write(file)
      if (mode !== undefined) await file.chmod(mode)
      if (sync) await file.sync()
    } finally {
      await file.close()
    }
    if (!(await mayReplace())) {
      await rm(temporary, { force: true })
      return false
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  if (sync) await syncFolder(dirname(path))
  return true
}

/** Where a file is written before it is put in its place. */
export function temporaryOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.new`)
}

/** The name of the file that a name is the temporary of; `undefined` for any other name. */
export function nameOfTemporary(name: string): string | undefined {
  return /^\.(.+)\.new$/s.exec(name)?.[1]
}

async function modeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mode & 0o7777
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}
