import { errorsOf, type MakeError } from '@lamella/core/plugin'

/** The details of each error of this package, in addition to its message. */
export interface FsErrorDetails {
  /** A path leads out of the root: via `..`, an absolute path, or a symbolic link. */
  FILE_OUTSIDE_ROOT: { readonly path: string }
  /** A memory file cannot be changed without affecting other content in it. */
  MEMORY_FILE_UNFIT: { readonly file: string }
  /** A session file is missing, is not a file, or cannot be read. */
  SESSION_UNREADABLE: { readonly file: string }
  /** A session file has another form than those that are read, such as that of another agent. */
  SESSION_FORM_OTHER: { readonly file: string; readonly form: string }
  /** A session file is larger than `maxBytes`. */
  SESSION_TOO_LARGE: { readonly file: string; readonly bytes: number; readonly maxBytes: number }
  /** The folder has no skill with this name. */
  SKILL_NOT_FOUND: { readonly skill: string; readonly known: readonly string[] }
  /** Another process held the lock of a store's file for longer than the timeout. */
  STORE_BUSY: { readonly path: string }
  /** The disk is full, or the user may not write more to it. */
  STORE_FULL: { readonly reason: string }
  /** The operating system denies an operation of the store: permissions, a file instead of a folder. */
  STORE_UNAVAILABLE: { readonly path: string }
  /** A file has no sign of a session of another program, or is of one whose sessions are not read; `format` names it. */
  TRANSCRIPT_UNKNOWN: { readonly format?: string }
  /** The workspace folder is missing, is not a folder, or cannot be read. */
  WORKSPACE_NOT_FOUND: { readonly root: string }
}

/** Codes of the errors that this package throws. */
export type FsErrorCode = keyof FsErrorDetails

/** Creates an error of this package. */
export const fsError: MakeError<FsErrorDetails> = errorsOf<FsErrorDetails>()

/** Checks whether a thrown value comes from an operating system call. */
export function isSystemError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'syscall' in error
}

/** Returns the operating system code of a thrown value (`ENOENT`), else its message, or `'unknown error'`. */
export function systemCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown error'
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'message' in error && typeof error.message === 'string' ? error.message : 'unknown error'
}

/** Checks whether a thrown value means that the file does not exist although the path is valid. */
export function isAbsent(error: unknown): boolean {
  return systemCode(error) === 'ENOENT'
}

/** Checks whether a thrown value means that nothing exists at a path. */
export function isMissing(error: unknown): boolean {
  const code = systemCode(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Returns what an operation resolves with; `undefined` if its file does not exist although the path is valid. */
export function unlessAbsent<Result>(operation: Promise<Result>): Promise<Result | undefined> {
  return operation.catch((error: unknown) => rethrow(error, isAbsent(error)))
}

/** Returns what an operation resolves with; `undefined` if nothing exists at its path. */
export function unlessMissing<Result>(operation: Promise<Result>): Promise<Result | undefined> {
  return operation.catch((error: unknown) => rethrow(error, isMissing(error)))
}

function rethrow(error: unknown, isExpected: boolean): undefined {
  if (!isExpected) throw error
}

/**
 * Runs a store's file operations and converts operating system errors to errors of this package.
 *
 * @throws LamellaError `STORE_FULL`, `STORE_UNAVAILABLE`, and anything else the task throws
 */
export async function onDisk<Result>(path: string, task: () => Promise<Result>): Promise<Result> {
  try {
    return await task()
  } catch (error) {
    throw unavailable(path, error)
  }
}

/** Converts an operating system error to `STORE_FULL` or `STORE_UNAVAILABLE`; returns any other value unchanged. */
export function unavailable(path: string, error: unknown): unknown {
  if (!isSystemError(error)) return error
  const code = systemCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const message = `The store at '${path}' cannot grow: its disk is full (${code}).`
    return fsError('STORE_FULL', message, 'Free disk space, or raise the quota, then retry.', { reason: code }, error)
  }
  const message = `The store at '${path}' cannot be read or written (${code}).`
  const fix = 'Check its permissions; its file system must support hard links.'
  return fsError('STORE_UNAVAILABLE', message, fix, { path }, error)
}
