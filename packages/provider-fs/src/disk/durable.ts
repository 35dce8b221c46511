import { constants, renameSync } from 'node:fs'
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isAbsent, systemCode, unlessAbsent, unlessMissing } from '../errors.ts'
import type { OpenFile } from '../read/file-system.ts'

/** Append-only: never overwrites existing bytes, even with concurrent writers. */
export const appending: number = constants.O_RDWR | constants.O_APPEND

/** The mode of new files and folders: what people said is for the owner of the process alone. Windows has none. */
export const privateMode = { file: 0o600, folder: 0o700 } as const

/** Opens a file; returns `undefined` if it does not exist. */
export function openIfThere(path: string, flags: number | string): Promise<FileHandle | undefined> {
  return unlessAbsent(open(path, flags))
}

/** Writes all bytes: at the end of a file opened with `appending`, otherwise at the current position. */
export async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.length) written += (await file.write(bytes, written, bytes.length - written)).bytesWritten
}

/** Reads bytes `start` to `end` of a file; fewer if the file is shorter. */
export async function readBytes(file: Pick<OpenFile, 'read'>, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.max(0, end - start))
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return bytes.subarray(0, filled)
}

/** Syncs a folder's entries to disk. Windows has no such call and syncs automatically. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some network file systems do not support this for folders; nothing more can be done there.
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP'].includes(systemCode(error))) throw error
  } finally {
    await handle.close()
  }
}

/**
 * Creates a folder and its parents, private. With `sync`, they are durable when this resolves. Node's `recursive` would never
 * end in a folder that exists and in which none can be created, such as those of /proc.
 */
export async function makeFolder(folder: string, sync: boolean, attempts = 10): Promise<void> {
  try {
    await mkdir(folder, { mode: privateMode.folder })
  } catch (error) {
    if ((await unlessMissing(stat(folder)))?.isDirectory()) return
    // Another process may be removing its empty parents.
    if (!isAbsent(error) || attempts === 0 || dirname(folder) === folder) throw error
    await makeFolder(dirname(folder), sync)
    return makeFolder(folder, sync, attempts - 1)
  }
  if (sync) await syncFolder(dirname(folder))
}

/**
 * Atomically creates or replaces a file, which keeps its mode; a new one is private. Readers see either the old bytes or the new ones. Only one caller may replace
 * a path at a time. With `sync`, the change is durable when this resolves.
 *
 * @param write Fills the new file, which is open for appending.
 * @param beforeMove Called after all bytes are written. An error leaves everything unchanged.
 * @param move Moves the written file into place; `false` if it was not moved. Both are called again on Windows if another
 * program has one of the files open.
 * @returns Whether the file was replaced.
 */
export async function replaceFile(
  path: string,
  sync: boolean,
  write: (file: FileHandle) => Promise<void>,
  beforeMove: () => Promise<unknown> = async () => {},
  move: (temporary: string) => boolean = (temporary) => {
    renameSync(temporary, path)
    return true
  },
): Promise<boolean> {
  const temporary = temporaryOf(path)
  await makeFolder(dirname(path), sync)
  const before = await unlessAbsent(stat(path))
  const mode = before && before.mode & 0o7777
  // Left by a process that ended here: no other process can be writing now.
  await rm(temporary, { force: true })
  const file = await open(temporary, constants.O_CREAT | constants.O_EXCL | appending, mode ?? privateMode.file)
  try {
    try {
      await write(file)
      if (mode !== undefined) await file.chmod(mode)
      if (sync) await file.sync()
    } finally {
      await file.close()
    }
    for (let attempt = 0; ; attempt++) {
      try {
        await beforeMove()
        // Not after a wait: what was found would be old by then.
        if (move(temporary)) break
        await rm(temporary, { force: true })
        return false
      } catch (error) {
        const wait = waits[attempt]
        if (wait === undefined || !isOpenElsewhere(error)) throw error
        await setTimeout(wait)
      }
    }
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  if (sync) await syncFolder(dirname(path))
  return true
}

/** Waits before a file is moved again, in milliseconds. */
const waits = [10, 20, 40, 80, 160, 320]

/** Whether another program has the file open, as scanners of Windows have every new file for a moment. */
function isOpenElsewhere(error: unknown): boolean {
  return process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(systemCode(error))
}

/** Returns the path where a file is written before it is moved into place. */
export function temporaryOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.new`)
}

/** Returns the file name that a temporary name belongs to; `undefined` for any other name. */
export function nameOfTemporary(name: string): string | undefined {
  return /^\.(.+)\.new$/s.exec(name)?.[1]
}
