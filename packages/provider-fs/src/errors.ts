import { LamellaError } from '@lamella/core'
import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** What each error of this package tells beside its message. */
export interface FsErrorDetails {
  /** A path leads out of the root: by `..`, by an absolute path, or through a symbolic link. */
  FILE_OUTSIDE_ROOT: { readonly path: string }
  /** A memory file cannot be changed without harm to what others have written in it. */
  MEMORY_FILE_UNFIT: { readonly file: string }
  /** A session file is missing, is not a file, or cannot be read. */
  SESSION_UNREADABLE: { readonly file: string }
  /** A session file is larger than `maxBytes`. */
  SESSION_TOO_LARGE: { readonly file: string; readonly bytes: number; readonly maxBytes: number }
  /** No skill of this name is in the folder. */
  SKILL_NOT_FOUND: { readonly skill: string; readonly known: readonly string[] }
  /** Another process holds the lock of a store's file for longer than one waits for it. */
  STORE_BUSY: { readonly path: string }
  /** The operating system refuses what a store needs: a full disk, permissions, a folder that is a file. */
  STORE_UNAVAILABLE: { readonly path: string }
  /** The workspace folder is missing, or is not a folder. */
  WORKSPACE_NOT_FOUND: { readonly root: string }
}

/** Codes of the errors that this package throws. */
export type FsErrorCode = keyof FsErrorDetails

/** Makes an error of this package. */
export const fsError: MakeError<FsErrorDetails> = errorsOf<FsErrorDetails>()

/** Whether a thrown value comes from a call of the operating system. */
export function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error
}

/** The operating system's code of a thrown value (`ENOENT`), or what it says, or `'unknown error'`. */
export function systemCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown error'
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'message' in error && typeof error.message === 'string' ? error.message : 'unknown error'
}

/** Whether a thrown value says that a path has no file, in folders that are folders. */
export function isAbsent(error: unknown): boolean {
  return systemCode(error) === 'ENOENT'
}

/** Whether a thrown value says that there is nothing at a path. */
export function isMissing(error: unknown): boolean {
  const code = systemCode(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/**
 * Runs what a store does with its files, and gives an error of the operating system a code of this package.
 *
 * @throws LamellaError `STORE_UNAVAILABLE`, and whatever else the task throws
 */
export async function onDisk<Result>(path: string, task: () => Promise<Result>): Promise<Result> {
  try {
    return await task()
  } catch (error) {
    throw unavailable(path, error)
  }
}

/** The error of a store for what was thrown: `STORE_UNAVAILABLE` for an error of the operating system, else the same. */
export function unavailable(path: string, error: unknown): unknown {
  if (!isSystemError(error)) return error
  const message = `The store at '${path}' cannot be read or written (${systemCode(error)}).`
  const fix = 'Look at its permissions and at the room on the disk; its file system must know hard links.'
  return fsError('STORE_UNAVAILABLE', message, fix, { path }, error)
}

/** The same for what comes one after the other. */
export async function* eachOnDisk<Item>(
  path: string,
  items: AsyncGenerator<Item, void, undefined>,
): AsyncGenerator<Item, void, undefined> {
  try {
    for (;;) {
      const next = await onDisk(path, () => items.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    await items.return()
  }
}

/** The error for something that a store cannot take. */
export function invalidValue(what: string, problem: string, fix: string): LamellaError<'STORE_VALUE_INVALID'> {
  const details = { what, problem }
  return new LamellaError({ code: 'STORE_VALUE_INVALID', what: `${what} ${problem}.`, fix, details })
}
