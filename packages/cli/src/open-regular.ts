import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

// Without blocking: opening a pipe would otherwise wait for a writer, for ever. Windows does not know the flag.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a regular file for reading, and nothing else: a device may have no end, and a pipe no writer. The caller closes it.
 *
 * @throws an error of the operating system, or one whose `code` says what there is instead
 */
export async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, flags)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw notRegular(stats.isDirectory())
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

function notRegular(isFolder: boolean): Error {
  const code = isFolder ? 'it is a folder' : 'it is a pipe, a socket or a device'
  return Object.assign(new Error(code), { code })
}
