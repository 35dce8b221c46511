import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

// Non-blocking: opening a pipe would otherwise wait forever for a writer. Windows does not support the flag.
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a regular file for reading, and rejects anything else: a device may be endless, and a pipe may have no writer.
 * The caller closes it.
 *
 * @throws an operating system error, or an error whose `code` names the actual file type
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
