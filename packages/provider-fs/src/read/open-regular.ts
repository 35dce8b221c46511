import { constants } from 'node:fs'
import { isLamellaError, type Notice } from '@lamella/core'
import { systemCode } from '../errors.ts'
import { notice } from '../notices.ts'
import type { FileStats, FileSystem, OpenFile } from './file-system.ts'

// Non-blocking: opening a pipe would otherwise wait forever for a writer. No following: the path has been resolved, so
// a link there was created since. Windows supports neither flag (and has no pipes in folders).
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/** An open file, and its metadata at the time of opening. */
export interface OpenedFile {
  readonly file: OpenFile
  readonly stats: FileStats
}

/** Opens a regular file; returns a notice for anything else. The caller closes the file. */
export async function openRegular(fs: FileSystem, real: string, from: string): Promise<OpenedFile | Notice> {
  const file = await fs.open(real, flags)
  try {
    const stats = await file.stat({ bigint: true })
    if (stats.isFile()) return { file, stats }
    await file.close()
    return notFile(from, stats.isDirectory())
  } catch (error) {
    await file.close()
    throw error
  }
}

export function notFile(from: string, isDirectory: boolean): Notice {
  const kind = isDirectory ? 'a directory' : 'a pipe, a socket or a device'
  return notice('FILE_NOT_A_FILE', [`${from} is ${kind}, not a file.`, 'Replace it with a text file.'], from)
}

/** Converts the error of a file, or of a directory that could not be listed, to a notice. */
export function failure(error: unknown, from: string, isList = false): Notice {
  if (isLamellaError(error, 'FILE_OUTSIDE_ROOT')) {
    return notice('FILE_OUTSIDE_ROOT', [`${from} leads out of the workspace folder and was not read.`, error.fix], from)
  }
  const code = systemCode(error)
  const what = `${from} could not be ${isList ? 'listed' : 'read'} (${code}).`
  return isList
    ? notice('DIRECTORY_UNREADABLE', [what, 'Make it a readable directory.'], from, { error: code })
    : notice('FILE_UNREADABLE', [what, 'Check its permissions and links.'], from, { error: code })
}
