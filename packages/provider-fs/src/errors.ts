import { errorsOf, type MakeError } from '@lamella/core'

/** What each error of this package tells beside its message. */
export interface FsErrorDetails {
  /** A path leads out of the root: by `..`, by an absolute path, or through a symbolic link. */
  FILE_OUTSIDE_ROOT: { readonly path: string }
  /** A session file is missing, is not a file, or cannot be read. */
  SESSION_UNREADABLE: { readonly file: string }
  /** A session file is larger than `maxBytes`. */
  SESSION_TOO_LARGE: { readonly file: string; readonly bytes: number; readonly maxBytes: number }
  /** No skill of this name is in the folder. */
  SKILL_NOT_FOUND: { readonly skill: string; readonly known: readonly string[] }
  /** The workspace folder is missing, or is not a folder. */
  WORKSPACE_NOT_FOUND: { readonly root: string }
}

/** Codes of the errors that this package throws. */
export type FsErrorCode = keyof FsErrorDetails

/** Makes an error of this package. */
export const fsError: MakeError<FsErrorDetails> = errorsOf<FsErrorDetails>()

/** The operating system's code of a thrown value (`ENOENT`), or what it says, or `'unknown error'`. */
export function systemCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown error'
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'message' in error && typeof error.message === 'string' ? error.message : 'unknown error'
}

/** Whether a thrown value says that there is nothing at a path. */
export function isMissing(error: unknown): boolean {
  const code = systemCode(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}
