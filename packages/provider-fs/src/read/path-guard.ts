import { statSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import type { LamellaError } from '@lamella/core'
import { fsError, systemCode } from '../errors.ts'
import type { FileSystem } from './file-system.ts'

/** Keeps paths inside one folder. */
export interface PathGuard {
  /** The folder, absolute, as given (links not resolved). */
  readonly root: string
  /**
   * Resolves a path relative to the root. Uses only the text, not the disk.
   *
   * @throws LamellaError `FILE_OUTSIDE_ROOT`
   */
  locate(path: string): string
  /**
   * Returns the real location of an absolute path, with all symbolic links resolved.
   *
   * @throws LamellaError `FILE_OUTSIDE_ROOT` when it is not inside the real root, `WORKSPACE_NOT_FOUND` when the root
   * is missing; the operating system's error when nothing exists at the path.
   */
  real(absolute: string): Promise<string>
  /**
   * Checks that the root exists, to distinguish a missing root from a missing file.
   *
   * @throws LamellaError `WORKSPACE_NOT_FOUND`
   */
  check(): Promise<void>
  /** Returns the path for display: relative to the root, with `/`. */
  show(absolute: string): string
  /** Returns a path that `real` returned, relative to the real root, with `/`. */
  showReal(real: string): Promise<string>
}

/**
 * Creates a guard for a folder.
 *
 * Not covered: a folder that others can write to *during* the read. A directory in the path could be replaced between
 * the check and the opening. (The last path segment is safe: it is opened without following links.)
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

  const showIn = (folder: string, absolute: string): string => {
    const way = startsWithin(folder, absolute) ? absolute.slice(withSep(folder).length) : relative(folder, absolute)
    return way.split(sep).join('/') || '.'
  }
  const show = (absolute: string): string => showIn(root, absolute)

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
      // The root may be a link that has changed its target.
      if (isInside(await findRoot(), real)) return real
      throw outside(show(absolute))
    },
    async check() {
      await findRoot()
    },
    show,
    showReal: async (real) => showIn(realRoot ?? (await findRoot()), real),
  }
}

/** Checks whether `path` is `folder` or inside it. Both must be absolute and without `..`. */
function isInside(folder: string, path: string): boolean {
  if (startsWithin(folder, path)) return true
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/**
 * Checks whether `path` is inside `folder` by text comparison, which nearly always suffices. Otherwise (different case
 * on Windows, the folder itself) the caller uses `relative`, which is ten times slower.
 */
function startsWithin(folder: string, path: string): boolean {
  return path.startsWith(withSep(folder)) && !path.includes('..')
}

function withSep(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}

export function workspaceNotFound(root: string, cause?: unknown): LamellaError<'WORKSPACE_NOT_FOUND'> {
  const failed = (what: string, fix: string, reason: unknown): LamellaError<'WORKSPACE_NOT_FOUND'> =>
    fsError('WORKSPACE_NOT_FOUND', `The workspace ${what}.`, fix, { root }, reason)
  try {
    const found = statSync(root, { throwIfNoEntry: false })
    if (found?.isDirectory() === false) {
      return failed(`'${root}' is not a folder`, `Pass the folder of the workspace, such as '${dirname(root)}'.`, cause)
    }
    if (found) throw cause
  } catch (error) {
    const fix = 'Check the path, and its permissions.'
    return failed(`folder '${root}' cannot be read (${systemCode(error)})`, fix, error)
  }
  const shown = /\s/.test(root) ? JSON.stringify(root) : root
  const fix = `Make one with \`npx @lamella/cli init ${shown}\`, or correct the path.`
  return failed(`folder '${root}' does not exist`, fix, cause)
}

function outside(path: string): LamellaError<'FILE_OUTSIDE_ROOT'> {
  return fsError(
    'FILE_OUTSIDE_ROOT',
    `'${path}' leads out of the workspace folder and was not read.`,
    'Move the file into the folder: links and paths that leave the folder are never followed.',
    { path },
  )
}
