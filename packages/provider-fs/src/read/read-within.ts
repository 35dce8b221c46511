import { isLamellaError } from '@lamella/core'
import type { SkillFile } from '@lamella/core/plugin'
import { readBytes } from '../disk/durable.ts'
import { isSystemError, systemCode } from '../errors.ts'
import type { FileSystem } from './file-system.ts'
import { openRegular } from './open-regular.ts'
import { createPathGuard, type PathGuard } from './path-guard.ts'

/** No file system allows longer paths. */
const longestPath = 4_096

/**
 * Reads the beginning of a regular file in a folder of the workspace. The path may have been written by a model.
 *
 * @param folder Relative to the guard's root; a link is followed as long as it stays in the root.
 * @param path Relative to the folder, with `/`.
 * @returns `undefined` if there is no such file in the folder, for whatever reason: outside of it, hidden, not a file.
 */
export async function readWithin(
  fs: FileSystem,
  guard: PathGuard,
  folder: string,
  path: string,
  maxBytes: number,
): Promise<SkillFile | undefined> {
  if (!isPlainPath(path)) return undefined
  try {
    const inner = createPathGuard(await guard.real(guard.locate(folder)), fs)
    const real = await inner.real(inner.locate(path))
    // A link may lead to a hidden file.
    if (!isPlainPath(inner.show(real))) return undefined
    const opened = await openRegular(fs, real, path)
    if ('code' in opened) return undefined
    const { file, stats } = opened
    try {
      const size = Number(stats.size)
      return { bytes: await readBytes(file, 0, Math.min(size, maxBytes)), size }
    } finally {
      await file.close()
    }
  } catch (error) {
    if (isLamellaError(error, 'FILE_OUTSIDE_ROOT') || isUnreadable(error)) return undefined
    throw error
  }
}

/** Whether a path has only visible names: no `..`, nothing absolute, no drive or stream of Windows, no control character. */
function isPlainPath(path: string): boolean {
  if (path.length > longestPath || /[\\:\p{Cc}]/u.test(path)) return false
  return path.split('/').every((name) => name !== '' && !name.startsWith('.') && name !== 'node_modules')
}

/** Whether the operating system refuses this path; errors of the machine, such as too many open files, are thrown. */
function isUnreadable(error: unknown): boolean {
  const codes = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'EACCES', 'EPERM', 'ENAMETOOLONG', 'EINVAL', 'ENXIO']
  return isSystemError(error) && codes.includes(systemCode(error))
}
