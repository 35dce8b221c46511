import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { LamellaError } from '@lamella/core'
import { fsError } from '../errors.ts'
import type { FileSystem } from './file-system.ts'

/** Keeps paths inside one folder. */
export interface PathGuard {
  /** The folder, absolute, as given (links not resolved). */
  readonly root: string
  /**
   * The absolute form of a path that is relative to the root. Looks at the text only, not at the disk.
   *
   * @throws LamellaError `FILE_OUTSIDE_ROOT`
   */
  locate(path: string): string
  /**
   * Where an absolute path really is, all symbolic links resolved.
   *
   * @throws LamellaError `FILE_OUTSIDE_ROOT` when that is not inside the real root, `WORKSPACE_NOT_FOUND` when there is
   * no root; the operating system's error when there is nothing at the path.
   */
  real(absolute: string): Promise<string>
  /**
   * Makes sure that the root is there: told apart from one missing file in it.
   *
   * @throws LamellaError `WORKSPACE_NOT_FOUND`
   */
  check(): Promise<void>
  /** The path as it is shown to people: relative to the root, with `/`. */
  show(absolute: string): string
}

/**
 * Makes a guard for a folder.
 *
 * A folder that somebody else may write to *while* it is read is outside its promise: between the check and the opening a
 * directory on the way could be exchanged. (The last part of the path is safe: it is opened without following links.)
 */
export function createPathGuard(folder: string, fs: FileSystem): PathGuard {
  const root = resolve(folder)
  let realRoot: string | undefined

  async function findRoot(): Promise<string> {
    try {
      realRoot = await fs.realpath(root)
      return realRoot
    } catch (cause) {
      throw workspaceNotFound(folder, cause)
    }
  }

  const show = (absolute: string): string => {
    const way = startsWithin(root, absolute) ? absolute.slice(withSep(root).length) : relative(root, absolute)
    return way.split(sep).join('/') || '.'
  }

  return {
    root,
    locate(path) {
      if (path.includes('\0')) throw outside(path)
      const absolute = resolve(root, path)
      if (!isInside(root, absolute)) throw outside(path)
      return absolute
    },
    async real(absolute) {
      const real = await fs.realpath(absolute)
      if (isInside(realRoot ?? (await findRoot()), real)) return real
      // The root may itself be a link that points somewhere else by now.
      if (isInside(await findRoot(), real)) return real
      throw outside(show(absolute))
    },
    async check() {
      await findRoot()
    },
    show,
  }
}

/** Whether `path` is `folder` or below it. Both absolute and without `..`. */
function isInside(folder: string, path: string): boolean {
  if (startsWithin(folder, path)) return true
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/**
 * Whether the texts alone say that `path` is below `folder`, as they nearly always do. Where they do not (another case of letters on
 * Windows, the folder itself), `relative` is asked, which takes ten times as long.
 */
function startsWithin(folder: string, path: string): boolean {
  return path.startsWith(withSep(folder)) && !path.includes('..')
}

function withSep(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep
}

export function workspaceNotFound(root: string, cause?: unknown): LamellaError<'WORKSPACE_NOT_FOUND'> {
  return fsError(
    'WORKSPACE_NOT_FOUND',
    `There is no workspace folder at '${root}'.`,
    'Make the folder, or correct the path.',
    { root },
    cause,
  )
}

function outside(path: string): LamellaError<'FILE_OUTSIDE_ROOT'> {
  return fsError(
    'FILE_OUTSIDE_ROOT',
    `'${path}' leads out of the workspace folder and was not read.`,
    'Move the file into the folder: links and paths that leave it are never followed.',
    { path },
  )
}
